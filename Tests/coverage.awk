# Reads the lcov form of llvm-cov: per module the share of lines that were run, then the lines that were
# not, as ranges.
function flush(  ) {
  if (first) { ranges = ranges (ranges == "" ? "" : ", ") (first == last ? first : first "-" last); first = 0 }
}
/^SF:/ {
  file = substr($0, 4)
  sub("^" root, "", file)
  module = file
  sub("/.*", "", module)
  ranges = ""
  first = 0
}
/^DA:/ {
  split(substr($0, 4), field, ",")
  lines[module]++
  if (field[2] > 0) { run[module]++; flush() } else { if (!first) first = field[1]; last = field[1] }
}
/^end_of_record/ {
  flush()
  if (ranges != "") missed[++count] = file ": " ranges
}
END {
  for (i = 1; i <= count; i++) print missed[i]
  print ""
  for (module in lines)
    printf "%-18s %5d of %5d lines run: %.1f %%\n", module, run[module], lines[module], 100 * run[module] / lines[module]
}

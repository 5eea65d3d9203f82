# Reads Tests/Coverage.md, then the lcov form of llvm-cov. Prints per file and module how many lines were
# run, and which were not. Ends with 1 when a module has less than 90 % of them, or a file has more
# lines that were not run than Tests/Coverage.md accounts for. A line of closing braces alone is none: what
# is counted there are those who come out of the block, and nobody comes out of a loop that only `return` ends.
function flush(  ) {
  if (first) { ranges = ranges (ranges == "" ? "" : ", ") (first == last ? first : first "-" last); first = 0 }
}
FILENAME ~ /Coverage.md$/ {
  # | `Module/File.swift` | 3 | why |
  if ($0 ~ /^\| `/) { split($0, cell, /`? *\| *`?/); accounted[cell[2]] = cell[3] + 0 }
  next
}
/^SF:/ {
  file = substr($0, 4)
  sub("^" root, "", file)
  module = file
  sub("/.*", "", module)
  ranges = ""
  first = count = missed = number = 0
  source = substr($0, 4)
  while ((getline text < source) > 0) closes[++number] = text ~ /^[ })]*$/
  close(source)
}
/^DA:/ {
  split(substr($0, 4), field, ",")
  if (closes[field[1]]) next
  count++
  if (field[2] > 0) flush(); else { missed++; if (!first) first = field[1]; last = field[1] }
}
/^end_of_record/ {
  flush()
  lines[module] += count
  run[module] += count - missed
  printf "%-62s %4d of %4d%s\n", file, count - missed, count, (missed ? "; not run: " ranges : "")
  if (missed > accounted[file]) stale[++news] = file ": " missed " lines not run, " accounted[file] + 0 " explained"
}
END {
  print ""
  for (module in lines) {
    total += lines[module]
    totalRun += run[module]
    share = 100 * run[module] / lines[module]
    if (share < 90) low = 1
    printf "%-18s %5d of %5d lines run: %.1f %%\n", module, run[module], lines[module], share
  }
  printf "%-18s %5d of %5d lines run: %.1f %%\n", "all", totalRun, total, 100 * totalRun / total
  if (low) print "a module has less than 90 %"
  if (news) print "Tests/Coverage.md does not explain:"
  for (i = 1; i <= news; i++) print "  " stale[i]
  exit low || news
}

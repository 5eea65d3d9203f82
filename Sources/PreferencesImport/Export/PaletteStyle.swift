/// The style sheet of ``PalettePage``.
enum PaletteStyle {
  static let text = """
    :root { --page: #f5f5f7; --card: #fff; --ink: #1d1d1f; --soft: #62626a; --line: #d8d8de; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #101012; --card: #1c1c1e; --ink: #f5f5f7; --soft: #a1a1a8; --line: #38383c; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; padding: clamp(1rem, 4vw, 3rem); background: var(--page); color: var(--ink);
      font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
      overflow-wrap: anywhere; unicode-bidi: plaintext; }
    header, main, footer { max-width: 76rem; margin: 0 auto; }
    h1, h2, h3, p { margin: 0; unicode-bidi: isolate; }
    h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
    header p, footer, .note { color: var(--soft); }
    h2 { margin: 2.25rem 0 0.9rem; font-size: 1.25rem; }
    h3 { padding: 0.75rem 1rem; font-size: 1rem; font-weight: 600; }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));
      gap: 1.25rem; align-items: start; margin: 0; padding: 0; list-style: none; }
    li { overflow: hidden; background: var(--card);
      border: 1px solid var(--line); border-radius: 14px; break-inside: avoid; }
    .pair { display: grid; grid-template-columns: 1fr 1fr; }
    .panel { display: flex; padding: 0.75rem; }
    .pair + .pair .panel { padding-top: 0; }
    .light { background: #fff; color: #000; }
    .dark { background: #1c1c1e; color: #fff; }
    .swatch { display: flex; flex: 1; flex-direction: column; min-height: 8rem; padding: 0.75rem;
      border-radius: 9px; box-shadow: inset 0 0 0 1px #8884; font-size: 0.8125rem; }
    .unknown { border: 2px dashed; box-shadow: none; }
    .mode { margin-bottom: auto; padding-bottom: 1rem; font-weight: 600; }
    code { font: 0.8125rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    .note { padding: 0 1rem 1rem; }
    footer { margin-top: 2.25rem; font-size: 0.875rem; }
    @page { margin: 14mm; }
    @media print {
      :root { --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; }
      body { padding: 0; font-size: 10pt; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      ul { grid-template-columns: 1fr 1fr; gap: 5mm; }
      h2 { break-after: avoid; }
    }
    """
}

import Foundation

/// A browser without a window, for tests that look at pages; they are skipped where there is none.
enum Browser {
  static let executable: String? =
    ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").lazy
    .flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What the browser prints; profile and output live in `folder`.
  static func run(_ arguments: [String], in folder: URL) throws -> String {
    guard let executable else { throw Failure(description: "no browser") }
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: executable)
    // Root has no sandbox; colours as numbers, whatever the machine's screen.
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--force-color-profile=srgb",
        "--user-data-dir=\(folder.appending(path: "profile").path)",
      ] + arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let watchdog = Task.detached {
      try await Task.sleep(for: .seconds(120))
      process.terminate()
    }
    process.waitUntilExit()
    watchdog.cancel()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the browser ended with \(process.terminationStatus)")
    }
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  /// The colours of a page's pixels as #RRGGBB, and how many pixels each has; the 300 commonest.
  ///
  /// The browser takes a picture of the page; a second page draws that picture and counts.
  static func colors(ofPage bytes: [UInt8], width: Int, height: Int) throws -> [String: Int] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    let picture = folder.appending(path: "page.png")
    try Data(bytes).write(to: page)
    _ = try run(
      [
        "--window-size=\(width),\(height)", "--screenshot=\(picture.path)", page.absoluteString,
      ], in: folder)
    let counter = folder.appending(path: "counter.html")
    let encoded = try Data(contentsOf: picture).base64EncodedString()
    try Data(counterPage(picture: encoded).utf8).write(to: counter)
    let document = try run(
      ["--virtual-time-budget=20000", "--dump-dom", counter.absoluteString], in: folder)
    guard let start = document.range(of: "<pre>"), let end = document.range(of: "</pre>") else {
      throw Failure(description: "the browser counted nothing: \(document.suffix(300))")
    }
    let lines = document[start.upperBound..<end.lowerBound].split(separator: "\n")
    return Dictionary(
      lines.compactMap { line in
        let parts = line.split(separator: " ")
        return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
      }, uniquingKeysWith: +)
  }

  private static func counterPage(picture: String) -> String {
    """
    <!DOCTYPE html>
    <img id="picture" src="data:image/png;base64,\(picture)">
    <script>
    onload = () => {
      const picture = document.getElementById("picture"), canvas = document.createElement("canvas")
      canvas.width = picture.naturalWidth
      canvas.height = picture.naturalHeight
      const context = canvas.getContext("2d")
      context.drawImage(picture, 0, 0)
      const pixels = new Uint32Array(
        context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
      const counts = new Map()
      for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
      const hex = pixel => "#" + [0, 8, 16].map(
        shift => (pixel >>> shift & 255).toString(16).padStart(2, "0")).join("").toUpperCase()
      document.body.innerHTML = "<pre>" + [...counts].sort((a, b) => b[1] - a[1]).slice(0, 300)
        .map(([pixel, count]) => hex(pixel) + " " + count).join("\\n") + "</pre>"
    }
    </script>
    """
  }
}

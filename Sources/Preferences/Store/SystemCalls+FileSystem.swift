#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SystemCalls {
  /// The name of the network file system that a path lies on; nil for a local or an unknown one.
  static func networkFileSystem(of path: String) -> String? {
    #if canImport(Darwin)
      var system = statfs()
      guard statfs(path, &system) == 0, system.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
      return withUnsafeBytes(of: system.f_fstypename) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    #else
      guard let device = identity(of: path)?.device else { return nil }
      return networkFileSystem(device: device, mounts: lines(of: "/proc/self/mountinfo"))
    #endif
  }

  /// The type of the mounted file system with this device number, when it is one of the network
  /// (proc(5): the third word of a line is the device, the word after a lone dash the type).
  static func networkFileSystem(device: UInt64, mounts: [String]) -> String? {
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    for line in mounts {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "\(major):\(minor)",
        let dash = words.firstIndex(of: "-"), dash + 1 < words.count
      else { continue }
      let type = String(words[dash + 1])
      return networkTypes.contains(type) ? type : nil
    }
    return nil
  }

  private static let networkTypes: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "coda", "9p", "ceph", "lustre", "gfs2", "ocfs2",
    "gpfs", "beegfs", "glusterfs", "fuse.sshfs", "fuse.glusterfs", "fuse.cephfs", "fuse.rclone",
    "fuse.s3fs",
  ]

  /// The lines of a small text file of the system; none where it cannot be read.
  static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var buffer = [CChar](repeating: 0, count: 4096)
    while lines.count < 10_000, fgets(&buffer, Int32(buffer.count), file) != nil {
      let line = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return lines
  }
}

#if canImport(UIKit)
  public import UIKit
#elseif canImport(AppKit)
  public import AppKit
#endif

#if canImport(UIKit) || canImport(AppKit)
  extension UndoManager {
    /// Lets Undo in the menu take back the newest change set of a stack, and Redo make it again.
    ///
    /// Call it once after each change set that the stack's origin has written.
    ///
    /// ```swift
    /// let stack = UndoStack(store: store, origin: "settings window")
    /// try store.set(.dark, for: AppSettings.appearance, origin: stack.origin)
    /// window.undoManager?.register(stack, named: "Appearance")
    /// ```
    ///
    /// What an undo throws, such as ``PreferenceError/overwrittenSince(_:)``, goes to the store's
    /// diagnostics; it then has changed nothing. The stack itself is in the file, the entries of the
    /// menu are not: `removeAllActions(withTarget: stack.store)` when the window closes.
    ///
    /// - Parameter name: what the menu calls the change: "Undo Appearance".
    @MainActor
    public func register(_ stack: UndoStack, named name: String? = nil) {
      register(.undo, stack, named: name)
    }

    /// What is registered during an undo is its redo, and the other way round.
    @MainActor
    private func register(
      _ kind: PreferenceChangeSet.Kind, _ stack: UndoStack, named name: String?
    ) {
      registerUndo(withTarget: stack.store) { [weak self] store in
        do throws(PreferenceError) {
          guard try (kind == .undo ? stack.undo() : stack.redo()) != nil else { return }
        } catch { return store.diagnosticsLog.report(error) }
        self?.register(kind == .undo ? .redo : .undo, stack, named: name)
      }
      if let name { setActionName(name) }
    }
  }
#endif

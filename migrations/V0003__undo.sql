-- compatible: 1
-- V0003__undo.sql
--
-- Which change set undid which, so that a second undo goes further back and a redo finds what to take back, in any
-- process and after a restart. undone: the number of the set; is_redo: that was an undo itself; is_partial: only one key
-- of it was undone. Nobody but the library writes here; a row goes with the history of its change set.

CREATE TABLE preference_undo (
  change_set INTEGER PRIMARY KEY,
  undone INTEGER NOT NULL,
  is_redo INTEGER NOT NULL,
  is_partial INTEGER NOT NULL
) STRICT;

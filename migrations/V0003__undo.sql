-- compatible: 1
-- V0003__undo.sql
--
-- Which change set undid which, so that a second undo goes further back and a redo finds what to take back, in any
-- process and after a restart. undone: the number of the set; negative where a set undid only one key of it. A set that
-- undid an undo is a redo. Nobody but the library writes here; rows go with the history that they are about.

CREATE TABLE preference_undo (change_set INTEGER PRIMARY KEY, undone INTEGER NOT NULL) STRICT;

-- V0003__undo.down.sql

DROP TABLE preference_undo;

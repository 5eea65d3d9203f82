-- V0001__create_preferences.down.sql
--
-- For development and tests: every preference and all of the history go.

DROP VIEW history;
DROP VIEW preference_version;
DROP VIEW settings;
DROP TABLE preference_key;
DROP TABLE preference_origin;
DROP TABLE preference_change;
DROP TABLE preference;

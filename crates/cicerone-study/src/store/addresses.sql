-- Where a visit comes from, as a keyed hash, while it goes on: so that the open
-- tasks of one address can be counted.
ALTER TABLE visit ADD COLUMN address TEXT;
CREATE INDEX visit_address ON visit (address);

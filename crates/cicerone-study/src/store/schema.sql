-- One schema for SQLite and PostgreSQL: only what both understand.
-- Times are milliseconds since 1970; yes and no are 1 and 0.

CREATE TABLE participant (
  id TEXT PRIMARY KEY,
  test BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  consented_at BIGINT,
  practised_at BIGINT
);

-- Who they are elsewhere. Nothing but this table and the next leads to a
-- person.
CREATE TABLE identity (
  participant TEXT PRIMARY KEY REFERENCES participant (id),
  platform TEXT NOT NULL,
  external TEXT NOT NULL,
  UNIQUE (platform, external)
);

CREATE TABLE visit (
  id TEXT PRIMARY KEY,
  participant TEXT NOT NULL REFERENCES participant (id),
  step TEXT NOT NULL,
  attending TEXT,
  facts TEXT,
  code TEXT UNIQUE,
  created_at BIGINT NOT NULL,
  practice_at BIGINT,
  ended_at BIGINT
);

-- What a visit came with: the platform's own names for it.
CREATE TABLE ticket (
  visit TEXT PRIMARY KEY REFERENCES visit (id),
  participant TEXT NOT NULL REFERENCES participant (id),
  external TEXT NOT NULL,
  parameters TEXT NOT NULL,
  UNIQUE (participant, external)
);

CREATE TABLE token (
  hash TEXT PRIMARY KEY,
  visit TEXT NOT NULL REFERENCES visit (id),
  created_at BIGINT NOT NULL
);
CREATE INDEX token_visit ON token (visit);

-- A task, or (without a scenario) the practice before the first one.
CREATE TABLE run (
  id TEXT PRIMARY KEY,
  visit TEXT NOT NULL REFERENCES visit (id),
  participant TEXT NOT NULL REFERENCES participant (id),
  test BIGINT NOT NULL,
  number BIGINT NOT NULL,
  scenario TEXT,
  condition TEXT,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  walk TEXT NOT NULL,
  start_heading DOUBLE PRECISION NOT NULL,
  pieces BIGINT NOT NULL,
  reserved_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  begun_at BIGINT,
  finished_at BIGINT,
  completed_at BIGINT,
  distance BIGINT,
  passages BIGINT,
  comments TEXT,
  UNIQUE (participant, scenario),
  UNIQUE (visit, number)
);
CREATE INDEX run_cell ON run (scenario, condition);

CREATE TABLE piece (
  run TEXT NOT NULL REFERENCES run (id),
  number BIGINT NOT NULL,
  load TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  events TEXT NOT NULL,
  PRIMARY KEY (run, number)
);

CREATE TABLE answer (
  run TEXT NOT NULL REFERENCES run (id),
  question TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, question)
);

CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at);

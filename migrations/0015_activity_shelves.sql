-- How the activity log is searched, once it is long. An index of words tells where an entry is and not how many there are: every
-- one that is counted costs a look at its page. So the entries are put on shelves, a few thousand each, in the order of time; and
-- for each shelf it is kept which of its entries have a word, one bit for each. Nothing is lost with them: they can be filled again.

create table activity_shelves (
  organization_id uuid not null references organizations (id),
  number          integer not null,
  first_at        timestamptz(3) not null,
  first_id        uuid not null,
  last_at         timestamptz(3) not null,
  last_id         uuid not null,
  entries         integer not null check (entries between 1 and 4096),
  -- Sixteen bytes for each entry, in the order of time.
  fact_ids        bytea not null,
  primary key (organization_id, number)
);

-- Read in slices.
alter table activity_shelves alter column fact_ids set storage external;

create index activity_shelves_by_time on activity_shelves (organization_id, last_at);

create table activity_shelf_words (
  organization_id uuid not null references organizations (id),
  number          integer not null,
  -- A word, two that follow each other, or the name of what can be filtered by.
  word            text collate "C" not null,
  -- A bit for each entry, or two bytes for each that has it: what is shorter.
  places          bytea not null,
  -- With the places in it, so that those of a word on all shelves are read in one go.
  primary key (organization_id, word, number) include (places),
  foreign key (organization_id, number) references activity_shelves (organization_id, number) on delete cascade
);

-- How many entries are on shelves; and how often some were taken down again, so that whoever reads meanwhile sees it.
alter table activity_chains add column shelved bigint not null default 0;
alter table activity_chains add column taken_down bigint not null default 0;

drop index activity_log_by_word;

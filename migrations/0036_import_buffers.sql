-- Whether event types get the buffers that an import has guessed from their meetings: only once somebody has seen the guess.
alter table imports add column applies_buffers boolean not null default false;

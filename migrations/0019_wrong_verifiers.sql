-- How often somebody came for a code's tokens with a wrong verifier. After ten times it no longer works.
alter table authorization_codes add column wrong_verifiers smallint not null default 0;

-- Makes the statement that calls it fail, and its transaction with it. For a last statement that is sent together with the commit.
create function refuse_statement() returns void language plpgsql as $$
begin
  raise exception using errcode = 'OS001', message = 'The statement found that it must not be committed.';
end $$;

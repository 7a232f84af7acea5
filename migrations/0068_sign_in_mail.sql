-- Kinds that earlier migrations allow stay.
do $$
begin
  execute (
    select format('alter table mails drop constraint mails_kind_check, add constraint mails_kind_check %s',
      replace(pg_get_constraintdef(oid), $kind$'account_lost'::text$kind$, $kinds$'account_lost'::text, 'sign_in_linked'::text$kinds$))
    from pg_constraint where conname = 'mails_kind_check' and conrelid = 'mails'::regclass
  );
end
$$;

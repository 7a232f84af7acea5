-- What came of an attempt to deliver: a code, with its value after a colon, instead of a sentence.

update webhook_deliveries set outcome = case
  when outcome like 'answered %' then 'answered:' || substr(outcome, 10)
  when outcome like 'unreachable: %' then 'unreachable:' || substr(outcome, 14)
  when outcome like 'not allowed: %' then 'not_allowed:' || substr(outcome, 14)
  when outcome = 'no such name' then 'unknown_name'
  when outcome = 'no connection in time' then 'no_connection'
  when outcome = 'no answer in time' then 'no_answer'
  when outcome = 'not sent: the subscription is gone' then 'subscription_deleted'
  when outcome = 'restored from a backup' then 'restored'
  else outcome
end
where outcome is not null;

update mails set outcome = case
  when outcome = 'written to a file' then 'written'
  when outcome like 'no such recipient: %' then 'no_recipient:' || substr(outcome, 20)
  when outcome like 'answered %' then 'answered:' || substr(outcome, 10)
  when outcome like 'unreachable: %' then 'unreachable:' || substr(outcome, 14)
  when outcome = 'no answer in time' then 'no_answer'
  when outcome = 'restored from a backup' then 'restored'
  else outcome
end
where outcome is not null;

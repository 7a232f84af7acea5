-- What an invitee paid for the booking; it stays with them when they reschedule. Nobody is written here unpaid.
alter table invitees add column payment json;

-- The page of a request says what became of the attempts to pay for it.
create index payments_by_request on payments (organization_id, request_id);

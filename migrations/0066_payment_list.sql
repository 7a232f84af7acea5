-- Payments are listed, and counted by when they were paid.
create index payments_by_creation on payments (organization_id, created_at, id);
create index payments_by_paid_at on payments (organization_id, paid_at) where paid_at is not null;

-- No query reads it: what a host has booked is found by its span.
drop index taken_spans_by_time;

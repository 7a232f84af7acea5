-- Whose turn it is to book a host.

-- Locks every host of a type, in the order of their ids, so that whoever books any of them waits for their turn and nobody
-- waits in a circle. Two who want the same time are told apart here: if all that could take the meeting is busy when it would
-- start, the answer is false and nobody stays locked, neither before the wait nor after it. So those who come too late are
-- told at once, and make nobody else wait. Inside this function each statement sees what was committed before it began.
create function lock_hosts(organization uuid, type_id uuid, wanted timestamptz) returns boolean language plpgsql volatile as $$
declare
  host uuid;
begin
  if are_hosts_busy(organization, type_id, wanted) then return false; end if;
  -- To leave this block by an exception gives its locks back.
  begin
    for host in select membership_id from event_type_hosts where organization_id = organization and event_type_id = type_id order by membership_id loop
      perform pg_advisory_xact_lock(hashtextextended(host::text, 0));
    end loop;
    if are_hosts_busy(organization, type_id, wanted) then raise exception using errcode = 'OSBSY'; end if;
    return true;
  exception when sqlstate 'OSBSY' then
    return false;
  end;
end $$;

-- Whether nobody can take a meeting that starts then, however short it is. A meeting of a group type that has seats left is no
-- obstacle to itself. False when no time is named.
create function are_hosts_busy(organization uuid, type_id uuid, wanted timestamptz) returns boolean language sql volatile as $$
  select coalesce((case when type.pooling_type = 'round_robin' then bool_and(found.is_busy) else bool_or(found.is_busy) end), false)
  from event_types as type
  join event_type_hosts as host on host.organization_id = type.organization_id and host.event_type_id = type.id
  cross join lateral (
    select exists (
      select from taken_spans as taken
      where taken.organization_id = host.organization_id and taken.membership_id = host.membership_id
        and taken.span && tstzrange(wanted - make_interval(mins => type.buffer_before), wanted + interval '1 minute')
        and not (type.kind = 'group' and taken.event_type_id = type.id and taken.starts_at = wanted and taken.seats_taken < type.seats)
    ) as is_busy
  ) as found
  where type.organization_id = organization and type.id = type_id and wanted is not null
  group by type.pooling_type
$$;

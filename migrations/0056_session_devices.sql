-- The browser and the system of a session, each empty where it is unknown, instead of a sentence.

update sessions set device =
  case when device like 'Unknown browser%' then '' else split_part(device, ' on ', 1) end
  || '/' || split_part(device, ' on ', 2);

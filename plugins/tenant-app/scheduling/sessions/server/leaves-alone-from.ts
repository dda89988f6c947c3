/** SQL: time from which children with consent leave meeting `s` alone: at the organization's hour, or at its end. */
export const leavesAloneFrom = ({ day, endsAt }: { day: string; endsAt: string }) => `coalesce((
  select (${day} + d.alone_from) at time zone z.time_zone from door_settings d join tenants z on z.id = d.tenant_id
    where d.tenant_id = s.tenant_id), ${endsAt})`

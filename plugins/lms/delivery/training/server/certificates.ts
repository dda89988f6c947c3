/**
 * Selects valid certificates by holder and course, with the last valid day in the organization's time zone: from the latest
 * cycle of the course. Revoked ones are left out.
 */
export const validCertificates = `select distinct on (k.user_id, k.course_id) k.user_id, k.course_id,
    (k.expires_at at time zone t.time_zone)::date as expires_on
  from lms_certificates k join tenants t on t.id = k.tenant_id
  where k.tenant_id = $tenantId and k.user_id is not null and k.revoked_at is null and k.replaced_at is null
  order by k.user_id, k.course_id, k.cycle desc, k.edition desc`

/**
 * Selects revoked certificates by holder, course and cycle: completions of that cycle do not count as training until an admin
 * reissues the certificate, or the course is completed again.
 */
export const revokedCertificates = `select distinct k.user_id, k.course_id, k.cycle from lms_certificates k
  where k.tenant_id = $tenantId and k.user_id is not null and k.revoked_at is not null and k.replaced_at is null`

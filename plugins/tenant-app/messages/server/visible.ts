import { mayBeNotified } from '../../base/families/server/children.ts'

const notifiedLink = (recipient: string) => `select from message_children c join parent_students l
    on l.tenant_id = c.tenant_id and l.student_id = c.student_id and l.parent_id = ${recipient}.user_id
  where c.tenant_id = ${recipient}.tenant_id and c.recipient_id = ${recipient}.id and ${mayBeNotified('l')}`

/** True where a recipient may still be notified: a guardian who was restricted meanwhile from all of the children may not. */
export const mayReceive = (recipient: string) =>
  `(${recipient}.role <> 'guardian' or exists (${notifiedLink(recipient)}))`

/** First names of the children whom a message is about for a recipient, as of now. */
export const childrenOf = (recipient: string) => `array(select s.first_name from message_children c
    join students s on s.tenant_id = c.tenant_id and s.id = c.student_id and s.erased_at is null
  where c.tenant_id = ${recipient}.tenant_id and c.recipient_id = ${recipient}.id and (${recipient}.role <> 'guardian'
    or exists (select from parent_students l where l.tenant_id = c.tenant_id and l.student_id = c.student_id
      and l.parent_id = ${recipient}.user_id and ${mayBeNotified('l')}))
  order by s.first_name, s.id)`

/** True where a recipient `r` reads message `m`: once it is sent, and of a stopped one what had reached them. */
export const isVisible = `${mayReceive('r')} and (m.status in ('sending', 'sent') or (m.status = 'cancelled'
  and (r.opened_at is not null or exists (select from message_deliveries d
    where d.tenant_id = r.tenant_id and d.recipient_id = r.id and d.status = 'sent'))))`

import { isGuardianOf } from '../../../conversations/server/policies.ts'
import { names, part, type PersonPart } from './person-parts.ts'

const unrestricted = `not p.is_restricted and p.may_see`

const ofOwnChild = (column: string) =>
  `${column} in (select p.student_id from parent_students p where p.parent_id = $userId and ${unrestricted})`

/** Data of a user, or of a guardian without an account. */
export const userParts: readonly PersonPart[] = [
  part(
    'account',
    'Account',
    ['users'],
    `select first_name as "firstName", last_name as "lastName", email, username, role, is_active as "isActive",
        last_login_at as "lastSignIn", email_verified_at as "addressVerifiedAt", created_at as "createdAt"
      from users where id = $userId`,
  ),
  part(
    'invitations',
    'Invitations',
    ['invitations'],
    `select email, created_at as "createdAt", accepted_at as "acceptedAt" from invitations where user_id = $userId`,
  ),
  part(
    'contact',
    'Phone and address',
    ['guardian_contacts'],
    `select phone, address, updated_at as "updatedAt" from guardian_contacts where user_id = $userId`,
  ),
  part(
    'children',
    'Children',
    ['parent_students'],
    `select ${names('s')} as child, p.relationship, p.contact_order as "contactOrder", p.may_see as "maySee",
        p.may_be_told as "mayBeTold", p.may_collect as "mayCollect", p.lives_with_child as "livesWithChild"
      from parent_students p join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
      where p.parent_id = $userId and ${unrestricted} order by 1`,
  ),
  part(
    'answers',
    'Consents that you answered',
    ['consent_answers'],
    `select ${names('s')} as child, v.title as consent, a.answer, a.method, a.answered_at as "answeredAt"
      from consent_answers a join students s on s.tenant_id = a.tenant_id and s.id = a.student_id
        left join consent_versions v on v.tenant_id = a.tenant_id and v.consent_id = a.consent_id and v.number = a.version
      where a.guardian_id = $userId and ${ofOwnChild('a.student_id')} order by a.answered_at`,
  ),
  part(
    'reports',
    'Absences that you reported',
    ['absence_reports'],
    `select ${names('s')} as child, a.from_day as "fromDay", a.to_day as "toDay", a.reason, a.reported_at as "reportedAt"
      from absence_reports a join students s on s.tenant_id = a.tenant_id and s.id = a.student_id
      where a.reported_by = $userId and ${ofOwnChild('a.student_id')} order by a.reported_at`,
  ),
  part(
    'acknowledgments',
    'Incidents that you acknowledged',
    ['incident_acknowledgments'],
    `select ${names('s')} as child, a.typed_name as "typedName", a.disagrees, a.words, a.acknowledged_at as "acknowledgedAt"
      from incident_acknowledgments a join incidents i on i.tenant_id = a.tenant_id and i.id = a.incident_id
        join students s on s.tenant_id = i.tenant_id and s.id = i.student_id
      where a.guardian_id = $userId and ${ofOwnChild('i.student_id')} order by a.acknowledged_at`,
  ),
  part(
    'messages',
    'Messages that you got',
    ['message_recipients', 'message_children'],
    `select m.subject, m.body, m.written_by_name as "from", r.created_at as "receivedAt", r.opened_at as "openedAt",
        r.acknowledged_at as "acknowledgedAt",
        array(select ${names('s')} from message_children c join students s on s.tenant_id = c.tenant_id and s.id = c.student_id
          where c.tenant_id = r.tenant_id and c.recipient_id = r.id and ${ofOwnChild('c.student_id')}) as children
      from message_recipients r join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
      where r.user_id = $userId order by r.created_at`,
  ),
  part(
    'writtenMessages',
    'Messages that you wrote',
    ['messages'],
    `select subject, body, status, send_at as "sendAt" from messages where written_by = $userId order by created_at`,
  ),
  part(
    'conversations',
    'Conversations that you take part in',
    ['conversations', 'conversation_members', 'conversation_posts'],
    `select c.topic, c.team_name as "team", ${names('s')} as child, p.author_name as "from", p.created_at as "writtenAt",
        case when p.withdrawn_at is null then p.body end as text
      from conversation_posts p join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
        left join students s on s.tenant_id = c.tenant_id and s.id = c.student_id
      where (p.author_id = $userId and (p.author_role <> 'guardian' or c.student_id is null))
        or (exists (select from conversation_members q where q.tenant_id = c.tenant_id and q.conversation_id = c.id
          and q.user_id = $userId and q.role = 'guardian') and ${isGuardianOf('$userId')})
      order by c.created_at, p.created_at`,
  ),
  part(
    'newsChoice',
    'When announcements are emailed to you',
    ['news_choices'],
    'select timing from news_choices where user_id = $userId',
  ),
  part(
    'followUps',
    'Follow-ups of incidents',
    ['incident_follow_ups'],
    `select task, due_on as "dueOn", done_at as "doneAt" from incident_follow_ups where owner_id = $userId order by due_on`,
  ),
  part(
    'ledSessions',
    'Sessions that you lead',
    ['sessions'],
    `select name as session, start_date as "start", end_date as "end", status from sessions
      where instructor_id = $userId order by start_date`,
  ),
  part(
    'ledMeetings',
    'Days of other sessions that you lead',
    ['session_meetings'],
    `select s.name as session, m.starts_at as "start", m.ends_at as "end", m.status from session_meetings m
      join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      where m.instructor_id = $userId order by m.starts_at`,
  ),
  part(
    'judged',
    'Challenges that you judge',
    ['challenge_judges'],
    `select c.title as challenge, j.created_at as "since"
      from challenge_judges j join challenges c on c.tenant_id = j.tenant_id and c.id = j.challenge_id
      where j.judge_id = $userId order by j.created_at`,
  ),
  part(
    'digests',
    'Weekly emails',
    ['digest_subscriptions', 'digests'],
    `select 'chosen' as what, subscribed_at as "at" from digest_subscriptions where user_id = $userId
      union all select 'sent', sent_at from digests where user_id = $userId order by 2`,
  ),
  part(
    'ledGroups',
    'Groups that you lead',
    ['group_staff'],
    `select o.name as "group", o.kind, o.season, g.created_at as "since"
      from group_staff g join groups o on o.tenant_id = g.tenant_id and o.id = g.group_id
      where g.user_id = $userId order by g.created_at, o.name`,
  ),
  part(
    'calendars',
    'Calendar feeds',
    ['calendar_feeds'],
    `select created_at as "createdAt", last_used_at as "lastUsedAt" from calendar_feeds where user_id = $userId`,
  ),
  part(
    'exports',
    'Data that you asked for',
    ['data_exports'],
    `select created_at as "createdAt", status, downloaded_at as "downloadedAt" from data_exports
      where created_by = $userId order by created_at`,
  ),
]

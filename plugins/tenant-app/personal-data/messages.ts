import {
  fileOfRow,
  freeText,
  kept,
  nothing,
  personDeleted,
  personKept,
  signatureOf,
  type PersonalTables,
} from '#core/server/personal-data.ts'

/** SQL that finds rows of a conversation about children of `$ids`. @param conversation SQL of the id */
const isOfChild = (conversation: string) => `exists (select from conversations c
  where c.id = ${conversation} and c.student_id = any ($ids::uuid[]))`

const IS_RECIPIENT = `exists (select from message_recipients m where m.id = r.recipient_id and m.user_id = any ($ids::uuid[]))`
/** Messages of the organization, and the people who got them. */
export const messageTables: PersonalTables = {
  messages: {
    called: 'messages',
    staysSince: 'A message is the organization’s; its writer’s name is removed.',
    columns: {
      subject: freeText,
      body: freeText,
      audience: kept('Ids of what was chosen, which lead to no one once a person is erased.'),
      written_by: personKept('user'),
      written_by_name: signatureOf('written_by'),
      left_out: nothing,
    },
  },
  message_recipients: { called: 'messages received', columns: { user_id: personDeleted('user') } },
  message_children: {
    called: 'children of messages',
    goesWith: IS_RECIPIENT,
    columns: { student_id: personDeleted('student') },
  },
  message_deliveries: {
    called: 'emails and notifications of messages',
    goesWith: IS_RECIPIENT,
    columns: { channel: nothing, mail_id: nothing },
  },
  message_files: { called: 'files of messages', columns: { id: fileOfRow, name: freeText } },
  message_templates: {
    called: 'templates of messages',
    columns: { name: freeText, subject: freeText, body: freeText },
  },
  news_choices: { called: 'choice of news', columns: { user_id: personDeleted('user') } },
  conversations: {
    called: 'conversations',
    columns: {
      student_id: personDeleted('student'),
      topic: nothing,
      team_name: freeText,
      assigned_to: personKept('user'),
    },
    staysSince: 'A conversation is the family’s; who answered it is not kept.',
  },
  conversation_members: {
    called: 'conversations taken part in',
    goesWith: isOfChild('r.conversation_id'),
    columns: { user_id: personDeleted('user') },
  },
  conversation_posts: {
    called: 'posts of conversations',
    staysSince: 'A conversation is read by others too; the name of its author is removed.',
    goesWith: isOfChild('r.conversation_id'),
    columns: {
      author_id: personKept('user'),
      author_name: signatureOf('author_id'),
      body: freeText,
      original_body: freeText,
    },
  },
  conversation_files: {
    called: 'files of conversations',
    goesWith: `exists (select from conversation_posts p where p.id = r.post_id and ${isOfChild('p.conversation_id')})`,
    columns: { id: fileOfRow, name: freeText },
  },
  conversation_settings: {
    called: 'office hours',
    columns: { answer_days: nothing, urgent_phone: kept('The phone of the organization.') },
  },
}

/** Files of the conversations about a student go with the student. */
export const conversationFilesOfStudent: readonly string[] = [
  `delete from files where tenant_id = $organization and id in (select f.id from conversation_files f
    join conversation_posts p on p.tenant_id = f.tenant_id and p.id = f.post_id
    join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
    where c.tenant_id = $organization and c.student_id = $person)`,
]

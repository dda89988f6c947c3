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
    called: 'emails of messages',
    goesWith: IS_RECIPIENT,
    columns: { channel: nothing, mail_id: nothing },
  },
  message_files: { called: 'files of messages', columns: { id: fileOfRow, name: freeText } },
  message_templates: {
    called: 'templates of messages',
    columns: { name: freeText, subject: freeText, body: freeText },
  },
  news_choices: { called: 'choice of news', columns: { user_id: personDeleted('user') } },
}

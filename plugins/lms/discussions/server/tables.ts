import {
  gone,
  givenPart,
  nothing,
  personDeleted,
  personKept,
  textAbout,
  type PersonalTables,
} from '#core/server/personal-data.ts'

const staysSince = 'Replies of others stay, below an empty post without an author.'

export const discussionTables: PersonalTables = {
  lms_posts: {
    called: 'posts in discussions',
    staysSince,
    columns: {
      lesson_id: nothing,
      thread_id: nothing,
      held_because: nothing,
      user_id: personKept('user'),
      text: textAbout('user_id'),
      decided_by: personKept('user'),
      course_id_owner: nothing,
    },
  },
  lms_post_reports: {
    called: 'reports of posts',
    staysSince,
    columns: {
      post_id: nothing,
      user_id: personDeleted('user'),
      author_id: personKept('user'),
      text: textAbout('author_id'),
      reason: gone,
    },
  },
  lms_removed_posts: {
    called: 'posts that were removed',
    staysSince: 'It is its author’s, even when a moderator removed it.',
    columns: {
      post_id: nothing,
      user_id: personDeleted('user'),
      text: gone,
      reason: gone,
      removed_by: personKept('user'),
    },
  },
  lms_mail_choices: {
    called: 'email preferences for courses',
    columns: { user_id: personDeleted('user') },
  },
  lms_writing_holds: {
    called: 'people whose posts are looked at',
    staysSince: 'It is about another person than the one who set it.',
    columns: { user_id: personDeleted('user'), reason: gone, set_by: personKept('user') },
  },
}

export const givenPosts = givenPart(
  'posts',
  'Posts in discussions',
  ['lms_posts'],
  `select c.title as course, coalesce(l.title, '') as lesson, p.text, p.state, p.created_at as "createdAt",
      p.edited_at as "editedAt"
    from lms_posts p join lms_courses c on c.owner = p.course_id_owner and c.id = p.course_id
      left join lms_lessons l on l.owner = p.course_id_owner and l.id = p.lesson_id
    where p.user_id = $userId order by p.created_at, p.id`,
)

export const givenReports = givenPart(
  'post-reports',
  'Posts of others that were reported',
  ['lms_post_reports'],
  'select reason, created_at as "createdAt" from lms_post_reports where user_id = $userId order by created_at, id',
)

export const givenHolds = givenPart(
  'writing-holds',
  'Until when posts are looked at first',
  ['lms_writing_holds'],
  'select until, reason, created_at as "createdAt" from lms_writing_holds where user_id = $userId',
)

export const givenRemoved = givenPart(
  'removed-posts',
  'Posts that were removed',
  ['lms_removed_posts'],
  `select text, reason, removed_at as "removedAt" from lms_removed_posts where user_id = $userId order by removed_at, id`,
)

export const givenMailChoice = givenPart(
  'course-mails',
  'Emails about courses',
  ['lms_mail_choices'],
  `select sends_replies as "sendsReplies", sends_openings as "sendsOpenings", updated_at as "updatedAt" from lms_mail_choices
    where user_id = $userId`,
)

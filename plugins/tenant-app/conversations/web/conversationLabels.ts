import type { Conversation, Topic } from '../contract.ts'

export const topicLabels: Record<Topic, string> = {
  general: 'General',
  'late-drop-off': 'Late drop-off',
  'early-pickup': 'Early pick-up',
  'late-pickup': 'Late pick-up',
  absence: 'Absence',
}

/** Names a conversation: its topic and its child. */
export const titleOf = ({ topic, student }: Pick<Conversation, 'topic' | 'student'>): string =>
  student ? `${topicLabels[topic]} · ${student.name}` : topicLabels[topic]

/** Names the team of staff. */
export const teamText = (teamName: string): string =>
  teamName === '' ? 'Admins' : `Admins + instructors of ${teamName}`

import type { VersionChange } from '../contract.ts'

const did: Record<VersionChange['did'], string> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  moved: 'moved to another chapter',
}

/** Labels of fields whose names differ from them. */
const fieldLabels: Record<string, string> = {
  longDescription: 'long description',
  difficultyLevel: 'difficulty',
  totalMinutes: 'duration',
  learningObjectives: 'learning objectives',
  imageUrl: 'picture',
  isFeatured: 'whether it is featured',
  givesCertificate: 'whether it gives a certificate',
  certificateMonths: 'how long its certificate is valid',
  isRequired: 'whether it is required',
  isPreview: 'whether it is a preview',
  opening: 'when it opens',
}

/** Describes a change: 'The lesson “Tools” was changed: title, content.' */
export function changeSentence({ what, did: how, title, fields }: VersionChange): string {
  if (what === 'order') return 'Chapters or lessons are in another order.'
  const named = what === 'course' ? 'The course' : `The ${what} “${title}”`
  const changed = fields.map((field) => fieldLabels[field] ?? field).join(', ')
  return `${named} was ${did[how]}${changed ? `: ${changed}` : ''}.`
}

export const formatChanges = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'change' : 'changes'}`

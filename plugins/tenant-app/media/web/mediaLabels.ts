import { countText } from '#core/contract/count-text.ts'
import type { Media, MediaKind } from '../contract.ts'

export const kindNames: Record<MediaKind, string> = {
  picture: 'Picture',
  pdf: 'PDF',
  audio: 'Audio',
  video: 'Video',
  document: 'Document',
}

/** Labels of the library's filter. */
export const shownLabels = {
  shared: 'Shared with families',
  private: 'Not shared',
  withheld: 'Held back',
  untagged: 'People not tagged',
  unused: 'Not used',
} as const
export type Shown = keyof typeof shownLabels

/** Names the places where users find the file besides the library. */
export function usesOf({ isPublic, isWithheld, sessionName, studentCount }: Media): string[] {
  return [
    ...(sessionName === null ? [] : [`the session ${sessionName}`]),
    ...(studentCount === 0 ? [] : [`the pages of ${countText(studentCount, 'student')}`]),
    ...(isPublic && !isWithheld ? ['what families see'] : []),
  ]
}

/** Describes uploads that signing out would cancel; undefined when none. */
export const unsentFilesText = (count: number): string | undefined =>
  count === 0 ? undefined : count === 1 ? 'One file is not sent yet' : `${count} files are not sent yet`

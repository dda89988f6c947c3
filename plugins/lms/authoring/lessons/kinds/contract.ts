import type { ContentType } from '../contract.ts'
import { article } from './article/contract.ts'
import { assessment } from './assessment/contract.ts'
import { assignment } from './assignment/contract.ts'
import { audio } from './audio/contract.ts'
import { discussion } from './discussion/contract.ts'
import { document } from './document/contract.ts'
import { externalTool } from './external-tool/contract.ts'
import { interactive } from './interactive/contract.ts'
import { liveSession } from './live-session/contract.ts'
import { presentation } from './presentation/contract.ts'
import { project } from './project/contract.ts'
import { quiz } from './quiz/contract.ts'
import { video } from './video/contract.ts'
import type { LessonKind } from './kind-contract.ts'

const kinds = {
  article,
  video,
  audio,
  document,
  presentation,
  quiz,
  assessment,
  assignment,
  project,
  discussion,
  interactive,
  live_session: liveSession,
  external_tool: externalTool,
} satisfies Record<ContentType, unknown>

/** Finds the kind of a lesson, for callers that do not depend on the type. */
export const getKind = (type: ContentType): LessonKind => kinds[type] as LessonKind

/** Picks the details of a lesson for its author's preview. */
export function previewOf(type: ContentType, details: object): Record<string, unknown> {
  const kind = getKind(type)
  return { ...(kind.previewed ?? kind.shown)(details) }
}

import type { TenantScope } from '#core/server/core.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { externalToolDetails } from '../../../authoring/lessons/kinds/external-tool/contract.ts'
import { findTool } from '../../../authoring/tools/server/tools.ts'
import { getPublishedVersion } from '../../../authoring/versions/server/published.ts'
import { lockLesson } from '../../../delivery/learning/server/lock-lesson.ts'
import { beginLaunch } from './launches.ts'

/**
 * Opens the tool of a lesson for its learner.
 * @throws not-found, forbidden (403) if the lesson is locked, external-tools.gone and external-tools.off 409
 */
export async function openLessonTool(scope: TenantScope, lessonId: string): Promise<{ id: string; url: string }> {
  const { courseId, kind, details, version } = await lockLesson(scope, lessonId)
  if (kind.type !== 'external_tool') throw notFound('External tool')
  const { toolId, url, custom, maxPoints } = externalToolDetails.parse(details)
  const tool = toolId === null ? undefined : await findTool(scope, toolId)
  if (!tool) {
    throw new AppError(
      'external-tools.gone',
      409,
      'The tool of this lesson is no longer here. Contact your instructor.',
    )
  }
  const title = (await getPublishedVersion(scope, courseId, version)).byId.get(lessonId)?.title ?? ''
  return beginLaunch(scope, tool, { kind: 'lesson', courseId, lessonId, title, url, custom, maxPoints })
}

import { z } from 'zod'
import type { Core, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { addressProblem } from '#core/server/outgoing.ts'
import { getLesson } from '../../../authoring/lessons/server/lessons.ts'
import { chosenContent, type ChosenContent, type ExternalTool } from '../../../authoring/tools/contract.ts'
import { allowsPrivate, getTool } from '../../../authoring/tools/server/tools.ts'
import { readAddresses } from './addresses.ts'
import { launchRefusal } from './authorize.ts'
import { beginLaunch, findLaunch, type Launch } from './launches.ts'
import { isFirstUse, verifyToolToken, type OpenScope } from './tool-tokens.ts'
import { claims } from './vocabulary.ts'

/** Opens a tool in which the caller chooses the content of a lesson. @throws not-found, external-tools.no-choice 409 */
export async function chooseToolContent(
  scope: TenantScope,
  id: string,
  { lessonId }: { lessonId: string },
): Promise<{ id: string; url: string }> {
  const tool = await getTool(scope, id)
  if (!tool.offersContent) {
    throw new AppError('external-tools.no-choice', 409, 'This tool does not support choosing content (deep linking).')
  }
  const { courseId, title } = await getLesson(scope, lessonId)
  return beginLaunch(scope, tool, { kind: 'content', courseId, lessonId, title, url: '', custom: {}, maxPoints: 100 })
}

const selectChoice = statement(
  z.object({ chosen: chosenContent.nullable() }),
  `select chosen from lms_lti_launches where id = $id and kind = 'content' and user_id = $userId and expires_at > $now`,
)

/** @throws not-found for the choice of another person, and once it has expired */
export async function getToolChoice(scope: TenantScope, id: string): Promise<{ chosen: ChosenContent | null }> {
  const userId = scope.actor.user?.id ?? null
  const [found] = await scope.rows(selectChoice, { id, userId, now: scope.core.clock.now() })
  if (!found) throw notFound('Choice')
  return found
}

const updateChosen = statement(
  z.object({ id: z.uuid() }),
  'update lms_lti_launches set chosen = $chosen where id = $id and chosen is null returning id',
)

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.slice(0, max))
    .optional()

const contentItem = z.object({
  type: z.literal('ltiResourceLink'),
  title: text(200),
  url: z.string().max(1000).optional(),
  custom: z
    .record(z.string().max(100), z.coerce.string().max(2000))
    .refine((given) => Object.keys(given).length <= 30)
    .optional(),
  lineItem: z.object({ scoreMaximum: z.number().min(1).max(10_000) }).optional(),
})

const response = z.object({
  nonce: z.string().min(1).max(1000),
  [claims.messageType]: z.literal('LtiDeepLinkingResponse'),
  [claims.version]: z.literal('1.3.0'),
  [claims.deployment]: z.string(),
  [claims.deepLinkData]: z.string().min(1).max(200),
  [claims.deepLinkItems]: z.array(z.unknown()).max(100).optional(),
})

type ContentAnswer = z.output<typeof response>

const invalid = () => launchRefusal(400, 'The tool sent an answer that is not valid.')

/** Finds the issuer of a token without trusting it. The launch that its data names decides whose key verifies it. */
function getClaimedData(token: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return z.object({ [claims.deepLinkData]: z.string().max(200) }).parse(payload)[claims.deepLinkData]
  } catch {
    throw invalid()
  }
}

/**
 * Takes the content that was chosen at a tool, once.
 * @returns false if nothing was chosen
 * @throws lti.refused 400
 */
export async function takeChosenContent(core: Core, openScope: OpenScope, token: string): Promise<boolean> {
  const data = getClaimedData(token)
  const { tool, issuer } = await openScope(async (scope) => {
    const found = await findChoosing(scope, data)
    return { tool: found.tool, issuer: (await readAddresses(scope)).issuer }
  })
  const payload = await verifyToolToken(core, tool, token, { audience: issuer, requiredClaims: [] }).catch(
    (error: unknown) => {
      core.log.warn({ err: error, tool: tool.id }, 'refused the content of an external tool')
      throw invalid()
    },
  )
  const answer = response.safeParse(payload)
  if (!answer.success || answer.data[claims.deployment] !== tool.deploymentId) throw invalid()
  return openScope((scope) => saveChosen(scope, tool, { data, answer: answer.data }))
}

/** Finds the launch in which an author is choosing content, with its tool. @throws lti.refused 400 */
async function findChoosing(scope: TenantScope, data: string): Promise<{ launch: Launch; tool: ExternalTool }> {
  const launch = await findLaunch(scope, data)
  if (launch?.kind !== 'content' || !launch.isUsed) throw invalid()
  const tool = await getTool(scope, launch.toolId)
  if (!tool.isEnabled) throw invalid()
  return { launch, tool }
}

/** Saves the content of an answer that was verified. @returns false if nothing was chosen @throws lti.refused 400 */
async function saveChosen(
  scope: TenantScope,
  verified: ExternalTool,
  { data, answer }: { data: string; answer: ContentAnswer },
): Promise<boolean> {
  const { launch, tool } = await findChoosing(scope, data)
  // Given another key while its answer was verified.
  if (tool.updatedAt !== verified.updatedAt) throw invalid()
  if (!(await isFirstUse(scope, tool, `nonce ${answer.nonce}`))) throw invalid()
  const items = answer[claims.deepLinkItems] ?? []
  if (items.length === 0) return false
  const { title = launch.title, url = '', custom = {}, lineItem } = contentItem.safeParse(items[0]).data ?? refuseItem()
  if (url !== '' && addressProblem(url, allowsPrivate(scope.core)) !== undefined) refuseItem()
  const chosen: ChosenContent = { title, url, custom, maxPoints: lineItem?.scoreMaximum ?? null }
  const [taken] = await scope.rows(updateChosen, { id: launch.id, chosen: JSON.stringify(chosen) })
  if (!taken) throw invalid()
  return true
}

function refuseItem(): never {
  throw launchRefusal(400, 'Choose one activity that opens in the tool. Links, files and HTML cannot be added here.')
}

import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { getCourseUrl, getLineItemUrl, type LtiAddresses } from './addresses.ts'
import type { Launch } from './launches.ts'
import { claims, COURSE_TYPE, roleNames, scopes } from './vocabulary.ts'

const selectPerson = statement(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    course: z.string().nullable(),
  }),
  `select u.first_name as "firstName", u.last_name as "lastName", u.email,
      (select c.title from lms_courses c where c.owner = any ($owners) and c.id = $courseId) as course
    from users u where u.id = $userId`,
)

/** Picks what an admin has chosen to share of a person. */
export function pickIdentity(
  { sharesNames, sharesEmails }: Pick<ExternalTool, 'sharesNames' | 'sharesEmails'>,
  person: { firstName: string; lastName: string; email: string | null },
): Record<string, string> {
  const name = `${person.firstName} ${person.lastName}`.trim()
  return {
    ...(sharesNames && { name, given_name: person.firstName, family_name: person.lastName }),
    ...(sharesEmails && person.email !== null && { email: person.email }),
  }
}

/** Builds the claims of a launch, without those of the token itself. */
export async function buildClaims(
  scope: TenantScope,
  { tool, launch, addresses, data }: { tool: ExternalTool; launch: Launch; addresses: LtiAddresses; data: string },
): Promise<Record<string, unknown>> {
  const { courseId, userId } = launch
  const [person] = await scope.rows(selectPerson, { userId, courseId, owners: ownersRead(scope) })
  if (!person) throw new Error('The person of a launch is there')
  return {
    ...pickIdentity(tool, person),
    [claims.version]: '1.3.0',
    [claims.deployment]: tool.deploymentId,
    [claims.context]: { id: courseId, type: [COURSE_TYPE], ...(person.course !== null && { title: person.course }) },
    [claims.platform]: { guid: scope.tenantId, product_family_code: 'trellis' },
    ...(launch.kind === 'lesson'
      ? lessonClaims(tool, launch, addresses)
      : contentClaims(tool, launch, addresses, data)),
  }
}

function lessonClaims(tool: ExternalTool, launch: Launch, addresses: LtiAddresses) {
  const { courseId, lessonId, title, custom } = launch
  return {
    [claims.messageType]: 'LtiResourceLinkRequest',
    [claims.target]: launch.url === '' ? tool.launchUrl : launch.url,
    [claims.roles]: [roleNames.learner],
    [claims.resourceLink]: { id: lessonId, title },
    [claims.custom]: custom,
    [claims.presentation]: {
      document_target: 'window',
      return_url: `${addresses.issuer}/courses/${courseId}?lesson=${lessonId}`,
    },
    [claims.grades]: {
      scope: [scopes.readLineItems, scopes.readResults, scopes.postScores],
      lineitems: `${getCourseUrl(addresses, courseId)}/line-items`,
      lineitem: getLineItemUrl(addresses, courseId, lessonId),
    },
    ...(tool.sharesMembers && {
      [claims.members]: {
        context_memberships_url: `${getCourseUrl(addresses, courseId)}/members`,
        service_versions: ['2.0'],
      },
    }),
  }
}

const contentClaims = (tool: ExternalTool, { title }: Launch, { deepLinkReturn }: LtiAddresses, data: string) => ({
  [claims.messageType]: 'LtiDeepLinkingRequest',
  [claims.target]: tool.launchUrl,
  [claims.roles]: [roleNames.instructor],
  [claims.deepLinkSettings]: {
    deep_link_return_url: deepLinkReturn,
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['window'],
    accept_multiple: false,
    auto_create: false,
    title,
    data,
  },
})

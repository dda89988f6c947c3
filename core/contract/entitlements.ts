interface Described {
  /** Name on plan cards. */
  title: string
  /** The same within a sentence: 'does not include the training builder'. */
  noun: string
  /** Acts that need it. Without it everything that is there can still be read. */
  help: string
}

/** Features that a plan includes or lacks; other features of a plan are words. Plugins declare those that they offer. */
export const entitlements = {
  'course-catalog': {
    title: 'Course catalog',
    noun: 'the course catalog',
    help: 'Enroll in courses, and require them',
  },
  certificates: {
    title: 'Certificates',
    noun: 'certificates',
    help: 'Issue certificates for completed courses',
  },
  'training-builder': {
    title: 'Training builder',
    noun: 'the training builder',
    help: 'Write training modules and courses of their own',
  },
  'report-export': {
    title: 'Reports with export',
    noun: 'the export of reports',
    help: 'Save reports as CSV or PDF',
  },
  branding: {
    title: 'Branding of your own',
    noun: 'branding of your own',
    help: 'Set a logo and an accent color',
  },
  'audit-export': {
    title: 'Audit log export',
    noun: 'the export of the audit log',
    help: 'Save the audit log as CSV or JSON',
  },
} as const satisfies Record<string, Described>

export type Entitlement = keyof typeof entitlements

export const entitlementKeys = Object.keys(entitlements) as [Entitlement, ...Entitlement[]]

/** The code of refusals for a feature that the plan does not include. */
export const PLAN_LACKS_CODE = 'plan.lacks'

const byTitle = new Map<string, Entitlement>(entitlementKeys.map((key) => [foldWords(entitlements[key].title), key]))

function foldWords(words: string): string {
  return words.trim().toLowerCase()
}

/** Finds the entitlement that a feature's words promise, without regard to case. */
export function entitlementOf(feature: string): Entitlement | undefined {
  return byTitle.get(foldWords(feature))
}

/**
 * Lists what a plan's card promises, each once: its features in their order, then the entitlements that they do not name.
 * @param included null: everything that is offered
 * @param offered by the plugins that are on
 */
export function promisesOf(
  { features, included }: { features: readonly string[]; included: readonly Entitlement[] | null },
  offered: readonly Entitlement[],
): string[] {
  const named = new Set(features.map(entitlementOf))
  const others = offered.filter((key) => !named.has(key) && (included === null || included.includes(key)))
  return [...new Set([...features, ...others.map((key) => entitlements[key].title)])]
}

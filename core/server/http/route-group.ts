/** Static segments of a route that name its group. */
const GROUP_SEGMENTS = 2

const groups = new Map<string, string>()

/**
 * Names the part of the API that a route belongs to: `sessions`, `tenant/students`. There are as many groups as the code
 * has, however many addresses are asked for; files and screens of the web app are one, unknown addresses another.
 * @param route the pattern; undefined where none fits
 */
export function routeGroup(route: string | undefined): string {
  if (route === undefined) return 'none'
  let group = groups.get(route)
  if (group === undefined) {
    group = groupOf(route)
    groups.set(route, group)
  }
  return group
}

function groupOf(route: string): string {
  const [start, ...segments] = route.split('/').filter(Boolean)
  if (start !== 'api') return 'web'
  const dynamic = segments.findIndex((segment) => /[:*]/.test(segment))
  const end = dynamic === -1 ? GROUP_SEGMENTS : Math.min(dynamic, GROUP_SEGMENTS)
  return segments.slice(0, end).join('/') || 'api'
}

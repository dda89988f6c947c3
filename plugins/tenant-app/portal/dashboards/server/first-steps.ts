import type { FirstStepToDo } from '#core/server/contributed.ts'

const bothHosts = ['platform', 'tenant'] as const

/** Steps that an organization takes before its first family comes. */
export const firstSteps: readonly FirstStepToDo[] = [
  {
    id: 'branding',
    label: 'Check the name and add your logo',
    help: 'Families see both when they sign in.',
    href: '/org-settings?tab=branding',
    apps: [...bothHosts],
    done: `exists (select from tenants where branding ->> 'logoUrl' is not null)`,
  },
  {
    id: 'people',
    label: 'Invite your people',
    help: 'Instructors plan and lead sessions; another admin can stand in for you.',
    href: '/org-settings?tab=people',
    apps: [...bothHosts],
    done: `exists (select from users where role in ('tenant_admin', 'instructor') offset 1)`,
  },
  {
    id: 'project',
    label: 'Choose your first project',
    help: 'Choose one from the catalog, or create your own.',
    href: '/projects',
    apps: ['tenant'],
    done: `exists (select from tenant_projects) or exists (select from projects where tenant_id is not null)`,
  },
  {
    id: 'session',
    label: 'Plan your first session',
    help: 'A time, a place and an instructor.',
    href: '/sessions?add=true',
    apps: [...bothHosts],
    done: 'exists (select from sessions)',
  },
  {
    id: 'students',
    label: 'Add your first students',
    help: 'Add them one by one with their families, or import a file.',
    href: '/students',
    apps: [...bothHosts],
    done: 'exists (select from students)',
  },
]

import type { FirstStepToDo } from '#core/server/contributed.ts'
import { isSample } from '../../../shared/server/sample.ts'

const bothHosts = ['platform', 'tenant'] as const

/** Steps that an organization takes before its first family comes; each link leads to the field or dialog itself. */
export const firstSteps: readonly FirstStepToDo[] = [
  {
    id: 'details',
    label: 'Check the name and time zone',
    help: 'All times are shown in the time zone; families see the name.',
    href: '/org-settings?tab=general&field=timeZone',
    apps: [...bothHosts],
    done: 'exists (select from tenants where time_zone_confirmed_at is not null)',
  },
  {
    id: 'branding',
    label: 'Add your logo',
    help: 'Families see it when they sign in, and in email.',
    href: '/org-settings?tab=branding&field=logoUrl',
    apps: [...bothHosts],
    done: `exists (select from tenants where branding ->> 'logoUrl' is not null)`,
  },
  {
    id: 'people',
    label: 'Invite your instructors',
    help: 'Instructors plan and lead sessions; another admin can stand in for you.',
    href: '/org-settings?tab=people&invite=true',
    apps: [...bothHosts],
    done: `exists (select from users where role in ('tenant_admin', 'instructor') offset 1)`,
  },
  {
    id: 'project',
    label: 'Choose your first project',
    help: 'Choose one from the catalog, or create your own.',
    href: '/projects',
    apps: ['tenant'],
    done: `exists (select from tenant_projects t where not exists (select from sample_rows r where r.row_id = t.project_id))
      or exists (select from projects p where p.tenant_id is not null and not ${isSample('p')})`,
  },
  {
    id: 'students',
    label: 'Import your roster',
    help: 'Upload a file with students and their guardians, or add them one by one.',
    href: '/students/import',
    apps: [...bothHosts],
    done: `exists (select from students s where not ${isSample('s')})`,
  },
  {
    id: 'session',
    label: 'Plan your first session or series',
    help: 'A time, a place and an instructor; it can repeat as a series.',
    href: '/sessions?add=true',
    apps: [...bothHosts],
    done: `exists (select from sessions s where not ${isSample('s')})`,
  },
  {
    id: 'families',
    label: 'Invite families',
    help: 'Guardians get an email, and open an account with it.',
    href: '/students?invite=true',
    apps: [...bothHosts],
    done: `exists (select from users u where u.role = 'parent' and not ${isSample('u')} and (u.password_hash is not null
      or exists (select from invitations i where i.user_id = u.id)))`,
  },
]

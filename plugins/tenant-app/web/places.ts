import { definePlace } from '#core/web/plugin.ts'

/** Tabs of a student's page, /students/$id. The contribution's id is the tab's name in the address. */
export const studentTabs = definePlace<{ label: string }, { studentId: string }>('student tabs')

/** What /parent-portal shows of one child, from top to bottom. */
export const childSections = definePlace<object, { studentId: string; firstName: string }>('child sections')

/** Tabs of a session's page, /sessions/$id. The contribution's id is the tab's name in the address. */
export const sessionTabs = definePlace<{ label: string }, { sessionId: string }>('session tabs')

import { zip } from '#core/testing/zip.ts'

/** Files of a roster by name, with the lines below the headers. */
export type RosterLines = Record<string, string[]>

const headers: Readonly<Record<string, string>> = {
  academicSessions: 'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
  orgs: 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
  courses:
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes',
  classes:
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
  users:
    'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
  users12:
    'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns',
  roles:
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
  demographics: 'sourcedId,status,dateLastModified,birthDate,sex',
  enrollments:
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
}

interface RosterOptions {
  version?: string
  mode?: 'bulk' | 'delta'
  folder?: string
  /** Files that the manifest names but the archive lacks. */
  missing?: readonly string[]
  encode?: (name: string, text: string) => Buffer
}

const utf8 = (_: string, text: string) => Buffer.from(text)

/** Packs files of OneRoster CSV with their manifest. */
export function packRoster(
  files: RosterLines,
  { version = '1.1', mode = 'bulk', folder = '', missing = [], encode = utf8 }: RosterOptions = {},
): Buffer {
  const names = [...Object.keys(files), ...missing]
  const manifest = [
    'propertyName,value',
    'manifest.version,1.0',
    `oneroster.version,${version}`,
    ...names.map((name) => `file.${name},${mode}`),
  ]
  const entries = Object.entries(files).map(([name, lines]) => {
    const head = headers[version.startsWith('1.2') && name === 'users' ? 'users12' : name] ?? ''
    return { path: `${folder}${name}.csv`, content: encode(name, [head, ...lines, ''].join('\r\n')) }
  })
  return zip([{ path: `${folder}manifest.csv`, content: `${manifest.join('\n')}\n` }, ...entries])
}

interface UserLine {
  id: string
  role: string
  name: string
  email?: string
  agents?: string
  grade?: string
  status?: string
}

/** Returns a line of users.csv in 1.1. */
export function userLine({ id, role, name, email = '', agents = '', grade = '', status = '' }: UserLine): string {
  const [first = '', last = ''] = name.split(' ')
  return `${id},${status},,true,o1,${role},,,${first},${last},,,${email},,,"${agents}",${grade},`
}

export const enrollmentLine = (
  id: string,
  person: string,
  { role = 'student', from = '', until = '', status = '', ofClass = 'c1' } = {},
) => `${id},${status},,${ofClass},o1,${person},${role},,${from},${until}`

/** Returns a school with a class, two children of one guardian, and their teacher. */
export const smallRoster = (): RosterLines => ({
  orgs: ['o1,,,Lincoln School,school,,'],
  academicSessions: ['t1,,,Fall 2026,semester,2026-08-15,2026-12-20,,2027'],
  courses: ['k1,,,,Robotics,,,o1,,'],
  classes: ['c1,,,Robots 1,,k1,,scheduled,,o1,t1,,,'],
  users: [
    userLine({ id: 's1', role: 'student', name: 'Ada King', agents: 'g1', grade: '03' }),
    userLine({ id: 's2', role: 'student', name: 'Ben King', agents: 'g1', grade: 'KG' }),
    userLine({ id: 'g1', role: 'guardian', name: 'Anna King', email: 'anna@example.org' }),
    userLine({ id: 't9', role: 'teacher', name: 'Tess Oak', email: 'tess@example.org' }),
  ],
  demographics: ['s1,,,2016-05-06,female'],
  enrollments: [
    enrollmentLine('e1', 's1', { from: '2026-09-01' }),
    enrollmentLine('e2', 's2'),
    enrollmentLine('e3', 't9', { role: 'teacher' }),
  ],
})

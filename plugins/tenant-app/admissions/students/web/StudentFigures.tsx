import { useQuery } from '@tanstack/react-query'
import { Figures } from '../../../shared/web/Figures.tsx'
import { studentsApi } from './client.ts'
import { gradeText } from './studentLabels.ts'

/** Shows the numbers of students (spec part 2, section 2.8), each leading to the rows that it counts. */
export function StudentFigures() {
  const figures = useQuery(studentsApi.studentFigures())
  const { data } = figures
  return (
    <Figures
      query={figures}
      figures={[
        {
          label: 'Total Students',
          value: data?.totalStudents,
          help: 'Active and inactive',
          href: '/students',
        },
        {
          label: 'Active Students',
          value: data?.activeStudents,
          help: 'Who can take part',
          href: '/students?status=active',
        },
        {
          label: 'Grade Levels',
          value: data?.gradeLevels,
          help: 'Grades of all students',
          explanation: {
            meaning: 'All grades of students, active or not.',
            names: () => studentsApi.listGrades(),
            counted: 'grades',
            textOf: gradeText,
            hrefOf: (grade) => `/students?${new URLSearchParams({ grade })}`,
          },
        },
        {
          label: 'Family Accounts',
          value: data?.familyAccounts,
          help: 'Active guardians who can sign in',
          explanation: {
            meaning: 'Active guardians with an account, each counted once.',
            rows: (query) => studentsApi.familyAccountRows.page({ query }),
            counted: 'guardians',
            columns: { name: 'Guardian' },
          },
        },
      ]}
    />
  )
}

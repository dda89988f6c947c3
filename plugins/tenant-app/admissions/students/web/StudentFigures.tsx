import { useQuery } from '@tanstack/react-query'
import { GraduationCap, Layers, UserCheck, UsersRound } from 'lucide-react'
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
          icon: <GraduationCap size={18} aria-hidden />,
        },
        {
          label: 'Active Students',
          value: data?.activeStudents,
          help: 'Who can take part',
          href: '/students?status=active',
          icon: <UserCheck size={18} aria-hidden />,
        },
        {
          label: 'Grade Levels',
          value: data?.gradeLevels,
          help: 'Grades of all students',
          icon: <Layers size={18} aria-hidden />,
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
          icon: <UsersRound size={18} aria-hidden />,
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

import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { CatalogLesson } from '../../catalog/contract.ts'
import { AttendanceDialog } from './AttendanceDialog.tsx'
import { listLessons } from './lessonsIn.ts'
import type { CourseSectionProps } from './courseSection.ts'

/** Card on which admins record attendance at the live sessions of a course. */
export function AttendanceCard({ course }: CourseSectionProps) {
  const { role } = useUser()
  const [opened, setOpened] = useState<CatalogLesson>()
  const sessions = listLessons(course).filter(({ contentType }) => contentType === 'live_session')
  const isAdmin = role === 'tenant_admin' || role === 'superadmin'
  if (!isAdmin || sessions.length === 0) return null
  return (
    <Card title="Attendance" help="Mark who attended to complete a live session for them.">
      <Stack>
        {sessions.map((lesson) => (
          <Button key={lesson.id} onPress={() => setOpened(lesson)}>
            {lesson.title}
          </Button>
        ))}
      </Stack>
      {opened && <AttendanceDialog courseId={course.id} lesson={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

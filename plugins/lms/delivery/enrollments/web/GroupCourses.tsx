import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog, type DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { catalogApi } from '../../catalog/web/client.ts'
import { newGroupCourse, type GroupCourse } from '../groups-contract.ts'
import { enrollmentReads, groupCoursesApi } from './client.ts'

const reads = (groupId: string) => [
  groupCoursesApi.listGroupCourses.key({ params: { id: groupId } }),
  ...enrollmentReads,
]

/** Lists the courses that a group is assigned to, with members who joined or left since. */
export function GroupCourses({ groupId }: { groupId: string }) {
  const courses = useQuery(groupCoursesApi.listGroupCourses({ params: { id: groupId }, query: {} }))
  const [isAssigning, setAssigning] = useState(false)
  const [ended, setEnded] = useState<GroupCourse>()
  const end = useMutation(groupCoursesApi.endGroupCourse.mutation({ touches: reads(groupId) }))
  return (
    <>
      <Panel
        title="Courses"
        query={courses}
        rows={courses.data?.map((course) => ({ ...course, id: course.courseId }))}
        empty="No courses yet. Assign one, and every member is enrolled."
        isShort
        action={
          <Button size="small" icon={<Plus size={16} aria-hidden />} onPress={() => setAssigning(true)}>
            Assign course
          </Button>
        }
      >
        {(course) => <CourseRow groupId={groupId} course={course} onEnd={() => setEnded(course)} />}
      </Panel>
      <AssignDialog groupId={groupId} isOpen={isAssigning} onOpenChange={setAssigning} />
      <ConfirmDialog
        title={`End the assignment to ${ended?.title ?? 'this course'}?`}
        confirmLabel="End assignment"
        isOpen={ended !== undefined}
        onOpenChange={() => setEnded(undefined)}
        onConfirm={() => ended && end.mutateAsync({ params: { id: groupId, courseId: ended.courseId } })}
      >
        Members stay enrolled. Students who join the group later are no longer offered for enrollment.
      </ConfirmDialog>
    </>
  )
}

interface CourseRowProps {
  groupId: string
  course: GroupCourse
  onEnd: () => void
}

function CourseRow({ groupId, course: { courseId, title, enrolled, missing, leftBehind }, onEnd }: CourseRowProps) {
  const options = {
    touches: reads(groupId),
    onError: (error: Error) => notify({ title: 'Not saved', description: errorText(error), tone: 'destructive' }),
  }
  const add = useMutation(groupCoursesApi.enrollGroupMembers.mutation(options))
  const remove = useMutation(groupCoursesApi.unenrollFormerMembers.mutation(options))
  const params = { id: groupId, courseId }
  return (
    <>
      <div className={panel.name}>
        <PageLink to="/courses/$courseId" params={{ courseId }}>
          {title}
        </PageLink>
      </div>
      <div className={panel.details}>
        <span>{countText(enrolled, 'member')} enrolled</span>
      </div>
      <div className={panel.act}>
        {missing > 0 && (
          <Button
            size="small"
            variant="primary"
            aria-label={`Also enroll ${countText(missing, 'member')} in ${title}`}
            isPending={add.isPending}
            onPress={() => add.mutate({ params })}
          >
            {`Also enroll ${countText(missing, 'member')}`}
          </Button>
        )}
        {leftBehind > 0 && (
          <Button
            size="small"
            aria-label={`Also unenroll ${countText(leftBehind, 'former member')} from ${title}`}
            isPending={remove.isPending}
            onPress={() => remove.mutate({ params })}
          >
            {`Also unenroll ${countText(leftBehind, 'former member')}`}
          </Button>
        )}
        <Button size="small" variant="quiet" aria-label={`End assignment to ${title}`} onPress={onEnd}>
          End assignment
        </Button>
      </div>
    </>
  )
}

function AssignDialog({ groupId, ...dialog }: DialogState & { groupId: string }) {
  const assign = useMutation(groupCoursesApi.assignGroup.mutation({ touches: reads(groupId) }))
  const { comboBox } = useFoundOptions(
    (search) => catalogApi.courseCatalog.page({ query: { search, limit: 20 } }),
    ({ id, title }) => ({ id, label: title }),
  )
  return (
    <FormDialog
      {...dialog}
      title="Assign course"
      help="Every member with an account is enrolled. Members who join later are offered here."
      schema={newGroupCourse}
      defaultValues={{ courseId: '' }}
      save={(body) => assign.mutateAsync({ params: { id: groupId }, body })}
      saved={({ title, enrolled }) => ({ title: 'Course assigned', description: `${title}: ${enrolled} enrolled` })}
      submit="Assign course"
    >
      <FormComboBox
        {...comboBox}
        name="courseId"
        label="Course"
        placeholder="Search by title"
        emptyText="No course found"
      />
    </FormDialog>
  )
}

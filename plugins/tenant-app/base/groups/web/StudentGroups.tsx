import { useQuery } from '@tanstack/react-query'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { groupsApi } from './client.ts'
import { colorTones, groupText } from './groupLabels.ts'
import * as styles from './StudentGroups.css.ts'

/** Names of the groups that a student is in. */
export function StudentGroups({ studentId }: { studentId: string }) {
  const { data } = useQuery(groupsApi.listStudentGroups({ params: { id: studentId } }))
  if (!data) return <Skeleton width={120} height={20} />
  if (data.length === 0) return 'No groups'
  return (
    <span className={styles.badges}>
      {data.map((group) => (
        <Badge key={group.id} tone={colorTones[group.color]}>
          {groupText(group)}
        </Badge>
      ))}
    </span>
  )
}

import { Clock } from 'lucide-react'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { EditedModule } from './moduleList.ts'
import * as styles from './ModulePreview.css.ts'
import { SectionPreview } from './SectionPreview.tsx'
import { difficultyLabels, formatMinutes, resourceLabels } from './sectionLabels.ts'

/** Renders a module for instructors. */
export function ModulePreview({ module, number }: { module: ShownModule; number: number }) {
  return (
    <Card
      title={`${number}. ${module.title}`}
      help={
        <span className={styles.facts}>
          <Clock size={14} aria-hidden /> {formatMinutes(module.estimatedDuration)}
          <Badge>{difficultyLabels[module.difficulty]}</Badge>
        </span>
      }
    >
      <div className={styles.module}>
        <p className={styles.text}>{module.description}</p>
        <Lines title="You will be able to" lines={module.learningObjectives} />
        <Lines title="Before you begin" lines={module.prerequisites} />
        {module.content.sections.map((section) => (
          <SectionPreview key={section.key} section={section} />
        ))}
        {module.resources.length > 0 && (
          <section>
            <h3 className={styles.title}>Resources</h3>
            <ul className={styles.list}>
              {module.resources.map(({ title, type, url, description, downloadable }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same one may stand there twice
                <li key={index}>
                  <TextLink href={url} target="_blank" rel="noreferrer" {...(downloadable ? { download: true } : {})}>
                    {title}
                  </TextLink>{' '}
                  <Badge>{resourceLabels[type]}</Badge>
                  {description && <div className={styles.muted}>{description}</div>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Card>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** Module as it is edited, or as an instructor reads it, without correct answers. */
export type ShownModule = Omit<EditedModule, 'content'> & {
  content: { sections: readonly Parameters<typeof SectionPreview>[0]['section'][] }
}

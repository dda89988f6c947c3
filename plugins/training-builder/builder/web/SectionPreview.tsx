import { useState } from 'react'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import type { TrainingSection } from '../../modules/contract.ts'
import * as styles from './ModulePreview.css.ts'
import { formatMinutes, sectionLabels } from './sectionLabels.ts'

interface SectionPreviewProps {
  section: Omit<TrainingSection, 'id'> & { key: string }
}

/** Renders a section for instructors. Checks and answers are not saved here. */
export function SectionPreview({
  section: { title, type, duration, required, interactive, content },
}: SectionPreviewProps) {
  const { label, icon: Icon } = sectionLabels[type]
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <Icon size={18} aria-hidden />
        <h3 className={styles.sectionTitle}>{title}</h3>
        <Badge>{label}</Badge>
        {required && <Badge tone="blue">Required</Badge>}
        {interactive && <Badge tone="purple">Interactive</Badge>}
        <span className={styles.muted}>{formatMinutes(duration)}</span>
      </header>
      {content.text && <p className={styles.text}>{content.text}</p>}
      {content.mediaUrl && (
        <TextLink href={content.mediaUrl} target="_blank" rel="noreferrer">
          Open {content.mediaUrl}
        </TextLink>
      )}
      <Part title="Materials" lines={content.materials} />
      <Part title="Steps" lines={content.steps} isNumbered />
      <Part title="Rules" lines={content.rules} isNumbered />
      <Part title="Scoring" lines={content.scoringCriteria} />
      {type === 'competition' && (
        <p className={styles.text}>
          {content.timeLimit ? `Time limit: ${formatMinutes(content.timeLimit)}.` : 'No time limit.'}{' '}
          {formatTeam(content.teamSize ?? 1)}
        </p>
      )}
      {content.checklistItems && content.checklistItems.length > 0 && (
        <div className={styles.part} role="group" aria-label="Checklist">
          {content.checklistItems.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
            <Checkbox key={index} label={item} />
          ))}
        </div>
      )}
      <Part title="Think about" lines={content.reflectionPrompts} />
      {content.quizQuestions?.map(({ question, options }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same question may stand there twice
        <Question key={index} question={question} options={options} />
      ))}
    </section>
  )
}

const formatTeam = (size: number) => (size === 1 ? 'Students work alone.' : `Teams of ${size}.`)

function Part({
  title,
  lines = [],
  isNumbered,
}: {
  title: string
  lines?: readonly string[] | undefined
  isNumbered?: true
}) {
  if (lines.length === 0) return null
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <div className={styles.part}>
      <h4 className={styles.title}>{title}</h4>
      <List className={styles.list}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
          <li key={index}>{line}</li>
        ))}
      </List>
    </div>
  )
}

function Question({ question, options }: { question: string; options: readonly string[] }) {
  const [chosen, setChosen] = useState<string>()
  return (
    <RadioGroup
      label={question}
      options={options.map((label, index) => ({ id: String(index), label }))}
      value={chosen}
      onChange={setChosen}
    />
  )
}

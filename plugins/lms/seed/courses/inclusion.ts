import { newMatching, newRightAnswer, newMultiple, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, steps, table, tip } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const inclusion: DemoCourse = {
  title: 'A Room for Every Child',
  description:
    'Small changes that let more children take part: disabled and neurodivergent children, children who are new to the language, and children who are new to everything. What helps them usually helps the whole group.',
  category: 'teamwork-communication',
  level: 'intermediate',
  audience: 'instructors',
  status: 'published',
  isFeatured: false,
  cover: 'inclusion',
  tags: ['inclusion', 'accessibility', 'all programs'],
  objectives: [
    'Ask families and children what helps, and write it where colleagues find it',
    'Offer more than one way into a task and more than one way to show the result',
    'Arrange a room for calm',
    'Answer overload with less, not with more',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Getting to know',
      description: 'Ask, don’t guess.',
      lessons: [
        {
          kind: 'article',
          title: 'The expert is the child',
          about: 'Five questions to ask before the first session.',
          minutes: 7,
          isPreview: true,
          body: [
            'A diagnosis tells you little about a child. Two children with the same word in their papers can need the opposite. The people who know are the child and the family, and they are glad to be asked as long as it is not about deficits.',
            steps(
              '“What do you love doing? What are you good at?”',
              '“What makes a day difficult, and how would I notice early?”',
              '“What helps then, and what makes it worse?”',
              '“Is there anything you need in the room: a place, a tool, a person, a break?”',
              '“Who may know? What should I tell the group, if anything?”',
            ),
            tip(
              'Write the answers under support needs on the child’s page, in the words of the family. Colleagues who step in will see them there, and the family needn’t begin again each term.',
            ),
            heading('Words'),
            'Speak of people as they speak of themselves: some say “autistic”, others “with autism”. Ask, and don’t correct. Speak to the child and not to the companion. A wheelchair is part of somebody’s space: no pushing without a yes.',
          ],
        },
        {
          kind: 'discussion',
          title: 'What a child taught me',
          about: 'One change that you made for one child and kept for all.',
          minutes: 10,
          body: [
            'Describe a change that you made because one child needed it, and that turned out to be good for others. What did it cost? Leave out names and anything by which a child or family could be known.',
          ],
          replies: 1,
        },
      ],
    },
    {
      title: 'Room and task',
      description: 'More than one way in, more than one way out.',
      lessons: [
        {
          kind: 'article',
          title: 'A calmer room in twenty minutes',
          about: 'Light, noise, ways, a place to withdraw.',
          minutes: 8,
          body: [
            picture(
              'calm-room',
              'A room from above: a quiet corner with a cushion and a lamp, a clear way from door to tables, a screen beside the door with the plan in pictures, headphones on a hook.',
              'One room, four small changes.',
            ),
            table(
              ['What', 'What you can do today'],
              [
                'Noise',
                'Felt under chair legs, doors shut, one voice at a time. Ear defenders on a hook for everybody.',
              ],
              ['Light', 'Switch off the row that flickers. Seats away from the glare for those who want them.'],
              ['Ways', 'A wheelchair or a walker gets to every table, the sink and the exit: 90 cm clear.'],
              [
                'Plan',
                'The day in four pictures by the door, and a mark where we are. Tell changes as early as you know them.',
              ],
              [
                'Withdrawal',
                'A corner that can be seen. Going there is neither a punishment nor a reward, and nobody has to explain.',
              ],
            ),
            'Check the way out too. Who needs help when the alarm sounds, who gives it, and where is the gathering place without steps? Plan it with the child and the family before you need it.',
          ],
        },
        {
          kind: 'article',
          title: 'Many ways in, many ways out',
          about: 'Keep the aim, open the way.',
          minutes: 8,
          body: [
            'Ask of each task: what is the aim, and what is only the usual way there? If the aim is to understand a circuit, then writing is only a way. Keep the aim high, and open the way.',
            table(
              ['Aim', 'Usual way', 'Others that count as much'],
              [
                'Explain why the bridge held',
                'Write half a page',
                'Say it to a phone, show it with sticks, label a photograph',
              ],
              ['Follow eight steps', 'Read a sheet', 'Pictures, a model at each stage, a partner who reads aloud'],
              [
                'Take part in a debate',
                'Speak for a minute',
                'Write the rebuttal and let a teammate speak it; speak to one judge',
              ],
            ),
            heading('New to the language'),
            bullets(
              'Show while you speak. Short sentences, no idioms, the same word for the same thing.',
              'Ten words of the day on the wall, with drawings. Let children add their own language beside them.',
              'Time to listen without having to speak. It may last for months, and there is much learning in it.',
              'For anything about health, consent or safety use a competent interpreter, never a brother, a sister or the child.',
            ),
            tip(
              'Give instructions in three forms at once: spoken, shown and written. Nobody has to ask for them, and everybody has one they like.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'Too much',
          about: 'What overload looks like, and why less is more.',
          minutes: 6,
          body: [
            'A child who runs away, hides, hits out or stops speaking may be overloaded: too much noise, too many people, too many demands. It is not defiance and it can’t be reasoned away. A brain in alarm hears no arguments.',
            steps(
              '**Less.** Fewer words, fewer people, less light. Send the audience away, not the child.',
              '**Safe.** Move what could hurt. Keep your distance, stand to the side, hands low.',
              '**Wait.** Say one short sentence, “I’m here. You’re safe.” Then be quiet. It takes as long as it takes.',
              '**Later.** Water, rest, something familiar. No talk about it today. Find out with the child and the family what it was, and what you will do earlier next time.',
            ),
          ],
        },
        {
          kind: 'quiz',
          title: 'Same aim, other way',
          about: 'Five situations.',
          minutes: 7,
          body: ['Choose what opens the way without lowering the aim.'],
          questions: [
            newSingle(
              'Adam, who stutters, is to present the group’s bridge. What is best?',
              [
                'Spare him: somebody else presents',
                newRightAnswer('Ask him in advance how he would like to do it'),
                'Finish his sentences when it takes long',
                'Announce that everybody should be patient',
              ],
              'He may want to speak, to show or to share it. The choice is his, and it is made before the audience sits there.',
            ),
            newMatching(
              'What helps with what?',
              [
                ['The hall is loud', 'Ear defenders for whoever likes them'],
                ['The plan changes', 'Say so early and move the picture'],
                ['Eight written steps', 'A model of each stage'],
              ],
              'None of these needs a diagnosis.',
            ),
            newTrueFalse(
              'When a child is overloaded, it is important to explain calmly and at length why the rule matters.',
              false,
              'Every word is one more thing to deal with. Explain tomorrow.',
            ),
            newMultiple(
              'Samira came to the country four weeks ago and does not speak yet. What helps?',
              [
                newRightAnswer('Pictures beside the ten words of the day'),
                'Asking her cousin of eleven to interpret the consent form',
                newRightAnswer('A task in which she can be good without words'),
                newRightAnswer('Time'),
              ],
              'Forms about a child need an interpreter who is up to it, and a child never is.',
            ),
            newSingle(
              'A boy uses a wheelchair. The group goes to a workshop with two steps. What do you do?',
              [
                'Two strong children carry him',
                'He stays with the other group',
                newRightAnswer(
                  'Ask him and the family, find the entrance without steps or another workshop, before the date is fixed',
                ),
                'Decide on the day',
              ],
              'Carrying is dangerous and takes away his say. Access is part of planning.',
            ),
          ],
        },
      ],
    },
  ],
}

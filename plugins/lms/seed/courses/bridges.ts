import { newBlanks, newMatching, number, newRightAnswer, newMultiple, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, steps, table, tip } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const bridges: DemoCourse = {
  title: 'Bridges: Why Triangles Hold',
  description:
    'Push, pull and bend: find out what happens inside a bridge, why engineers love triangles, and how to build one that carries a hundred times its own weight. Goes with “Bridges That Hold”.',
  category: 'science-engineering',
  level: 'beginner',
  audience: 'students',
  status: 'published',
  isFeatured: false,
  cover: 'bridges',
  tags: ['engineering', 'forces', 'Bridges That Hold'],
  objectives: [
    'Tell tension from compression',
    'Explain why a triangle keeps its shape',
    'Measure how good a bridge is',
    'Improve a design after a test',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Inside a bridge',
      description: 'Forces that you can’t see, and how to feel them.',
      lessons: [
        {
          kind: 'article',
          title: 'Push and pull',
          about: 'Everything that carries something is squeezed or stretched.',
          minutes: 7,
          isPreview: true,
          body: [
            'Take a sponge and draw straight lines across its side with a pen. Lay it over two books like a bridge and press on the middle. Look at the lines: at the top they move **together**, at the bottom they move **apart**.',
            picture(
              'push-pull',
              'A sponge laid over two books bends under a hand. Lines on its side crowd together at the top and spread at the bottom.',
              'Squeezed at the top, stretched at the bottom.',
            ),
            'Squeezing is called **compression**, stretching is called **tension**. In a beam that bends there are both: compression at the top, tension at the bottom, and a layer in the middle where there is next to none.',
            table(
              ['Material', 'Squeezed', 'Stretched'],
              ['String', 'Does nothing', 'Very strong'],
              ['Stone', 'Very strong', 'Breaks easily'],
              ['Craft stick', 'Good if short, buckles if long', 'Good, if the glue holds'],
              ['Paper strip', 'Folds at once', 'Surprisingly strong'],
            ),
            'That is why old stone bridges are arches: in an arch every stone is squeezed, and nearly nothing is stretched. And that is why a rope bridge sags: rope can only pull.',
          ],
        },
        {
          kind: 'article',
          title: 'The shape that can’t wobble',
          about: 'Three sticks against four.',
          minutes: 7,
          body: [
            picture(
              'triangle-square',
              'A square of four sticks leans over into a slanted shape; a triangle of three sticks stays as it is.',
              'A square can lean over. A triangle can’t.',
            ),
            steps(
              'Join four strips of card with paper fasteners to a square. Push at a corner: it leans over.',
              'Join three to a triangle. Push: nothing. To change its shape you would have to bend or tear a side.',
              'Give your square a fifth strip from corner to corner. Now it holds too. Why? Count the triangles.',
            ),
            'A bridge made of triangles is called a **truss**. The load travels along the sticks, and each of them is only squeezed or stretched, hardly ever bent. Sticks are bad at bending and good at the rest.',
            tip('Look for triangles on your way home: cranes, roofs, bicycle frames, pylons.'),
            heading('Where trusses break'),
            bullets(
              'At the joints: too little glue, or not dry.',
              'At long thin sticks that are squeezed: they bow out sideways. That is called **buckling**. A short cross-stick stops it.',
              'Sideways: one good wall is not a bridge. Join the two walls at the top too.',
            ),
          ],
        },
        {
          kind: 'audio',
          title: 'Listen to it break',
          about: 'A bridge warns you before it falls. Can you hear when?',
          minutes: 2,
          isRequired: false,
          body: [
            'These sounds were made by a computer to be like a test with craft sticks. You hear books being laid on, one every two seconds. Listen for the creaks: how many books lie there at the first one? How many when it breaks? In your own test, stop at the first creak, look, and mark the spot.',
          ],
          file: 'breaking-bridge.wav',
          transcript:
            'Nine soft thuds, two seconds apart. After the sixth a first faint creak, after the seventh two creaks, after the eighth three. At the ninth a crack.',
        },
        {
          kind: 'quiz',
          title: 'Push, pull or bend?',
          about: 'Six questions.',
          minutes: 6,
          body: ['Practise as often as you want.'],
          questions: [
            newMatching(
              'What happens to it?',
              [
                ['The rope of a swing', 'Tension'],
                ['The leg of a chair', 'Compression'],
                ['A shelf full of books', 'Both, it bends'],
              ],
              'Pull, push, and both at once.',
            ),
            newBlanks('A bridge made of triangles is called a {{truss}}.', 'From an old French word for a bundle.'),
            newSingle(
              'A square of sticks wobbles. What makes it firm with the least material?',
              [
                'Thicker sticks',
                'More glue',
                newRightAnswer('One stick from corner to corner'),
                'A second square on top',
              ],
              'It makes two triangles of the square.',
            ),
            number(
              'A bridge of 50 grams carries 4 kilograms. How many times its own weight is that?',
              { answer: 80, tolerance: 0 },
              '4 kg are 4,000 g. 4,000 ÷ 50 = 80.',
            ),
            newMultiple(
              'A long stick bows out sideways when it is squeezed. What helps?',
              [
                newRightAnswer('A short cross-stick in the middle'),
                newRightAnswer('Making it shorter'),
                'Painting it',
                newRightAnswer('Two sticks glued together'),
              ],
              'Buckling depends on length and thickness.',
            ),
            newTrueFalse(
              'The heaviest bridge is the best.',
              false,
              'Engineers look at what it carries compared with what it weighs and costs.',
            ),
          ],
        },
      ],
    },
    {
      title: 'Build and break',
      description: 'Plan, weigh, load, look, improve.',
      lessons: [
        {
          kind: 'document',
          title: 'Test sheet',
          about: 'One page for your notes: drawing, weight, load, where it broke.',
          minutes: 5,
          body: [
            'Print one for each bridge. The most important box is the last one: where did it give way? That is where your next bridge begins.',
          ],
          file: 'bridge-test-sheet.pdf',
        },
        {
          kind: 'project',
          title: 'A hundred times its weight',
          about: 'In a team: span 40 cm with 60 craft sticks, and carry as much as you can.',
          minutes: 180,
          body: [
            steps(
              'Draw it from the side. Mark what is squeezed in red and what is stretched in blue.',
              'Build two equal walls, flat on the table. Let the glue dry until next week.',
              'Join the walls at the bottom **and** at the top.',
              'Weigh it. Lay it across 40 cm. Safety glasses on, feet away. Load it book by book.',
              'Look where it gave way, and say what you would change.',
            ),
            'Hot glue is for the supervised table: it is hot enough to burn. Hand in your test sheet, a picture of the bridge before the test (without people), and your three sentences: what broke, why, what next.',
          ],
          handIn: ['file', 'text'],
          team: 4,
          rubric: [
            {
              name: 'The plan',
              levels: [
                ['No drawing', 0],
                ['Drawing with measures', 2],
                ['Push and pull are marked', 3],
              ],
            },
            {
              name: 'Carries',
              levels: [
                ['Less than 20 times its weight', 1],
                ['20 to 60 times', 2],
                ['More than 60 times', 3],
              ],
            },
            {
              name: 'Learnt from it',
              levels: [
                ['“It broke”', 0],
                ['Says where', 2],
                ['Says where, why and what next', 4],
              ],
            },
          ],
        },
      ],
    },
  ],
}

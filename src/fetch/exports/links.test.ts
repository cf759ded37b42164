import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicExports } from './registry.ts'

/** The URL that is read for a link; undefined where the page itself is. */
function locate(link: string): string | undefined {
  const found = publicExports.map((kind) => kind.locate(new URL(link)))
  return found.find((url) => url !== undefined)
}

const google = 'https://docs.google.com'
const drive = 'https://drive.google.com/uc?export=download&id='
const raw = 'https://raw.githubusercontent.com'
const gists = 'https://api.github.com/gists'
const id = '1H-hOLYssS8xXl2o_hxj4'
const gist = '0123456789abcdef0123456789abcdef'
const share = (link: string) =>
  `https://api.onedrive.com/v1.0/shares/u!${Buffer.from(link).toString('base64url')}/root/content`
const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

const links: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'editors of Google': {
    [`${google}/document/d/${id}/edit?tab=t.0#heading=h.1`]: `${google}/document/d/${id}/export?format=docx`,
    [`${google}/document/u/0/d/${id}/mobilebasic`]: `${google}/document/d/${id}/export?format=docx`,
    [`${google}/a/example.org/document/d/${id}/view?usp=sharing`]: `${google}/document/d/${id}/export?format=docx`,
    [`${google}/document/d/${id}/edit/?pli=1`]: `${google}/document/d/${id}/export?format=docx`,
    [`${google}/document/d/${id}/`]: `${google}/document/d/${id}/export?format=docx`,
    [`${google}/document/d/${id}/edit?resourcekey=0-a_b`]: `${google}/document/d/${id}/export?format=docx&resourcekey=0-a_b`,
    [`${google}/spreadsheets/u/2/d/${id}/edit?gid=7#gid=8`]: `${google}/spreadsheets/d/${id}/export?format=csv&gid=8`,
    [`${google}/spreadsheets/d/${id}/edit?gid=7`]: `${google}/spreadsheets/d/${id}/export?format=csv&gid=7`,
    [`${google}/spreadsheets/d/${id}/edit#gid=x`]: `${google}/spreadsheets/d/${id}/export?format=xlsx`,
    [`${google}/presentation/d/${id}/edit#slide=id.g1f_0_5`]: `${google}/presentation/d/${id}/export/pptx`,
    [`${google}/presentation/d/${id}/embed?start=false`]: `${google}/presentation/d/${id}/export/pptx`,
    [`${google}/drawings/d/${id}/edit?usp=sharing`]: `${google}/drawings/d/${id}/export/pdf`,
    [`${google}/document/d/e/2PACX-1v/pub`]: undefined,
    [`${google}/document/d/${id}/export?format=pdf`]: undefined,
    [`${google}/spreadsheets/d/${id}/gviz/tq?tqx=out:csv`]: undefined,
    [`${google}/forms/d/${id}/viewform`]: undefined,
  },
  'Google Drive': {
    [`https://drive.google.com/file/d/${id}/view?usp=drive_link`]: `${drive}${id}`,
    [`https://drive.google.com/file/u/1/d/${id}/preview`]: `${drive}${id}`,
    [`https://drive.google.com/a/example.org/file/d/${id}/view`]: `${drive}${id}`,
    [`https://drive.google.com/open?id=${id}&authuser=0`]: `${drive}${id}`,
    [`https://drive.google.com/uc?export=view&id=${id}`]: `${drive}${id}`,
    [`https://drive.google.com/file/d/${id}/view?resourcekey=0-ab`]: `${drive}${id}&resourcekey=0-ab`,
    [`${google}/file/d/${id}/edit`]: `${drive}${id}`,
    [`https://drive.google.com/drive/u/0/folders/${id}`]: undefined,
  },
  GitHub: {
    'https://github.com/o/r.js/blob/main/docs/a%20b.md?plain=1#L3-L9': `${raw}/o/r.js/main/docs/a%20b.md`,
    'https://www.github.com/o/r/blob/feature/x/src/main.py': `${raw}/o/r/feature/x/src/main.py`,
    'https://github.com/o/r/blob/refs/heads/feature/x/a.pdf?raw=1': `${raw}/o/r/refs/heads/feature/x/a.pdf`,
    'https://github.com/o/r/blob/0123abc/LICENSE': `${raw}/o/r/0123abc/LICENSE`,
    'https://github.com/o/r/blob/main/': undefined,
    'https://github.com/o/r/tree/feature/x/src': undefined,
    'https://github.com/o/r/raw/main/a.pdf': undefined,
    'https://github.com/o/r': undefined,
  },
  GitLab: {
    'https://gitlab.com/g/sub/p/-/blob/main/docs/a%20b.md?ref_type=heads#L3':
      'https://gitlab.com/g/sub/p/-/raw/main/docs/a%20b.md',
    'https://gitlab.com/g/p/-/blob/v1.2/LICENSE': 'https://gitlab.com/g/p/-/raw/v1.2/LICENSE',
    'https://gitlab.com/g/p/-/tree/main/docs': undefined,
    'https://gitlab.com/g/p/-/blob/main': undefined,
    'https://gitlab.com/g/p': undefined,
  },
  gists: {
    [`https://gist.github.com/${gist}`]: `${gists}/${gist}`,
    [`https://gist.github.com/some-one/${gist}?permalink_comment_id=5#file-a-md`]: `${gists}/${gist}`,
    [`https://gist.github.com/some-one/${gist}/${'a'.repeat(40)}`]: `${gists}/${gist}/${'a'.repeat(40)}`,
    'https://gist.github.com/some-one': undefined,
    [`https://gist.github.com/some-one/${gist}/raw/a.md`]: undefined,
  },
  Dropbox: {
    'https://www.dropbox.com/scl/fi/a1/report.pdf?rlkey=k&dl=0':
      'https://www.dropbox.com/scl/fi/a1/report.pdf?rlkey=k&dl=1',
    'https://dropbox.com/s/a1/report.docx?raw=1': 'https://dropbox.com/s/a1/report.docx?dl=1',
    'https://www.dropbox.com/scl/fo/a1/h?rlkey=k': undefined,
    'https://www.dropbox.com/sh/a1/b': undefined,
  },
  'OneDrive and SharePoint': {
    'https://1drv.ms/w/s!AbC': share('https://1drv.ms/w/s!AbC'),
    'https://1drv.ms/b/c/1a2b/EQ?e=x': share('https://1drv.ms/b/c/1a2b/EQ?e=x'),
    'https://onedrive.live.com/redir?resid=1!2&authkey=k': share(
      'https://onedrive.live.com/redir?resid=1!2&authkey=k',
    ),
    'https://a.sharepoint.com/:b:/s/site/EQ?e=x':
      'https://a.sharepoint.com/:b:/s/site/EQ?e=x&download=1',
    'https://a-my.sharepoint.com/:x:/g/personal/b/EQ':
      'https://a-my.sharepoint.com/:x:/g/personal/b/EQ?download=1',
    'https://a.sharepoint.com/:f:/s/site/EQ': undefined,
    'https://a.sharepoint.com/sites/site': undefined,
  },
  YouTube: {
    'https://youtu.be/dQw4w9WgXcQ?t=43': video,
    'https://youtu.be/dQw4w9WgXcQ/': video,
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1': video,
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ': video,
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ': video,
    'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share': video,
    'https://www.youtube.com/live/dQw4w9WgXcQ': video,
    'https://youtube.com/v/dQw4w9WgXcQ': video,
    'https://www.youtube.com/@someone': undefined,
    'https://www.youtube.com/watch?v=short': undefined,
  },
  'pages that are read as they are': {
    'https://arxiv.org/abs/2101.00001v2': undefined,
    'https://arxiv.org/pdf/2101.00001': undefined,
    'https://arxiv.org/pdf/hep-th/9901001v1.pdf': undefined,
    'https://someone.notion.site/Page-0123456789abcdef0123456789abcdef': undefined,
    'https://docs.google.com.example.org/document/d/x/edit': undefined,
    'https://example.org/document/d/x/edit': undefined,
  },
}

for (const [kind, rows] of Object.entries(links)) {
  test(`links of ${kind}`, () => {
    const found = Object.keys(rows).map((link) => [link, locate(link)])
    assert.deepEqual(Object.fromEntries(found), rows)
  })
}

/** Source of a documentation site and its compared versions. */
export interface Site {
  readonly name: string
  readonly half: 'tuning' | 'held out'
  /** A Debian package with two versions in the archives, or two packages, or two versions of an npm package. */
  readonly source:
    | { readonly kind: 'debian'; readonly packages: readonly [string] | readonly [string, string] }
    | { readonly kind: 'npm'; readonly name: string; readonly versions: readonly [string, string] }
  /** Root folder of the paths. */
  readonly root: RegExp
  /** Selector of the content, chosen by hand: the ground truth. */
  readonly content: string
  /** Elements in it that are not content. */
  readonly without?: string
}

const sphinx = '.body[role=main], .content[role=main], [itemprop=articleBody]'
const openstack = '.docs-body > section, .docs-body > div:not([class])'
const doxygen = '.headertitle, .contents'
const docbook = { content: 'body', without: '.navheader, .navfooter' }

const debian = (...packages: [string] | [string, string]) => ({ kind: 'debian', packages }) as const
const npm = (name: string, ...versions: [string, string]) =>
  ({ kind: 'npm', name, versions }) as const

const boostWithout = '.spirit-nav, .copyright-footer, body > table, .edit-link'

const html = /\/html\//
const any = /^/

/** The halves share no site; only the first one is used for tuning. */
export const sites: readonly Site[] = [
  ...half('tuning', [
    ['bind9', debian('bind9-doc'), any, sphinx],
    ['llvm 15-16', debian('llvm-15-doc', 'llvm-16-doc'), html, sphinx],
    ['llvm 14-19', debian('llvm-14-doc', 'llvm-19-doc'), html, sphinx],
    ['apache', debian('apache2-doc'), any, '#page-content', '#quickview, .toplang, .bottomlang'],
    ['openjdk', debian('openjdk-17-doc'), any, 'main'],
    ['postgresql', debian('postgresql-doc-15'), any, docbook.content, docbook.without],
    ['nova', debian('nova-doc'), any, openstack],
    ['dpdk', debian('dpdk-doc'), any, doxygen],
    ['tomcat', debian('tomcat10-docs'), any, '#content'],
    ['npm 9-10', npm('npm', '9.9.4', '10.9.2'), any, '#content'],
    ['aiohttp', debian('python-aiohttp-doc'), any, sphinx],
    ['linux 6.12', debian('linux-doc-6.12'), any, sphinx],
    ['freedombox', debian('freedombox-doc-en'), any, 'section.article'],
    ['octavia', debian('octavia-doc'), any, openstack],
    ['libreoffice', debian('libreoffice-dev-doc'), any, doxygen],
  ]),
  ...half('held out', [
    ['python', debian('python3.11-doc'), any, sphinx],
    ['clang 15-16', debian('clang-15-doc', 'clang-16-doc'), html, sphinx],
    ['clang 16-19', debian('clang-16-doc', 'clang-19-doc'), html, sphinx],
    ['linux 6.1-6.12', debian('linux-doc-6.1', 'linux-doc-6.12'), html, sphinx],
    ['django', debian('python-django-doc'), any, '#yui-main'],
    ['keystone', debian('keystone-doc'), any, openstack],
    ['glance', debian('glance-doc'), any, openstack],
    ['erlang', debian('erlang-doc'), any, '#content', '.footer, .copyright, center > p'],
    ['ghostscript', debian('ghostscript-doc'), any, sphinx],
    ['imagemagick', debian('imagemagick-6-doc'), any, doxygen],
    ['zookeeper', debian('libzookeeper-java-doc'), any, 'main'],
    ['wireshark', debian('wireshark-doc'), any, docbook.content, docbook.without],
    ['lxml', debian('python-lxml-doc'), any, 'div.document', '.sidemenu, .banner'],
    ['cyrus', debian('cyrus-doc'), any, sphinx],
    ['npm 10-11', npm('npm', '10.9.2', '11.6.0'), any, '#content'],
    ['npm 8-9', npm('npm', '8.19.4', '9.9.4'), any, '#content'],
    ['asyncssh', debian('python-asyncssh-doc'), any, sphinx],
    ['git', debian('git-doc'), any, '#header h1, #content'],
    ['nodejs', debian('nodejs-doc'), any, '#apicontent'],
    ['clamav', debian('clamav-doc'), any, doxygen],
    ['haproxy', debian('haproxy-doc'), any, sphinx],
    ['xen', debian('xen-doc'), any, 'body'],
    ['neutron', debian('neutron-doc'), any, openstack],
    ['watcher', debian('watcher-doc'), any, openstack],
    ['swift', debian('swift-doc'), any, openstack],
    ['authlib', debian('python-authlib-doc'), any, sphinx],
    ['urwid', debian('python-urwid-doc'), any, sphinx],
    ['pymatgen', debian('python-pymatgen-doc'), any, sphinx],
    ['clang 13-14', debian('clang-13-doc', 'clang-14-doc'), html, sphinx],
    ['llvm 13-14', debian('llvm-13-doc', 'llvm-14-doc'), html, sphinx],
    [
      'boost',
      debian('libboost1.74-doc', 'libboost1.81-doc'),
      /libboost1\.\d+-doc\//,
      'body',
      boostWithout,
    ],
    ['cairomm', debian('libcairomm-1.0-doc', 'libcairomm-1.16-doc'), /\/html\//, doxygen],
    ['gtkmm', debian('libgtkmm-3.0-doc', 'libgtkmm-4.0-doc'), /\/html\//, doxygen],
    ['lemonldap', debian('lemonldap-ng-doc'), any, '[role=main]'],
  ]),
]

type Row = readonly [string, Site['source'], RegExp, string, string?]

function half(name: Site['half'], rows: readonly Row[]): Site[] {
  return rows.map(([site, source, root, content, without]) => ({
    name: site,
    half: name,
    source,
    root,
    content,
    ...(without !== undefined && { without }),
  }))
}

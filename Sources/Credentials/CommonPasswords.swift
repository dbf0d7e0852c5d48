/// Common passwords, the most frequent first: 200 of 5 to 14 characters, then 31 of 15 or more.
///
/// Source: zxcvbn 4.5.0; see SOURCES.md for the selection and the licence.
let commonPasswords = """
  123456 password 12345678 qwerty 123456789 12345 111111 1234567 dragon 123123 baseball abc123 football monkey
  letmein shadow master 696969 mustang 666666 qwertyuiop 123321 1234567890 pussy superman 654321 1qaz2wsx 7777777
  fuckyou qazwsx jordan 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh buster batman soccer tigger
  charlie sunshine iloveyou fuckme ranger hockey computer starwars asshole pepper klaster 112233 zxcvbn freedom
  princess maggie ginger 11111111 131313 cheese 159753 summer chelsea dallas biteme matrix yankees corvette austin
  access thunder merlin secret diamond hello hammer fucker 1234qwer silver gfhjkm internet samantha golfer scooter
  orange cookie q1w2e3r4t5 maverick sparky phoenix mickey bigdog snoopy guitar whatever chicken camaro mercedes
  peanut ferrari falcon cowboy welcome samsung steelers smokey dakota arsenal boomer eagles tigers marina nascar
  booboo gateway yellow porsche monster spider diablo hannah bulldog junior london purple compaq lakers iceman
  qwer1234 hardcore cowboys money banana ncc1701 boston tennis q1w2e3r4 coffee scooby 123654 nikita yamaha mother
  barney brandy chester fuckoff oliver player forever rangers midnight chicago bigdaddy redsox angel badboy fender
  jasper slayer rabbit natasha marine bigdick wizard marlboro raiders prince casper fishing flower jasmine iwantu
  panties adidas winter winner gandalf password1 enter ghbdtn 1q2w3e4r golden cocacola jordan23 winston madison
  angels panther blowme sexsex bigtits spanky bitch sophie asdfasdf horny
  mailcreated5240 polniypizdec0211 123456789987654321 1qaz2wsx3edc4rfv momsanaladventure hd764nw5d7e1vb1
  qazwsxedcrfvtgb 23176djivanfros 123456789qwerty 12345678900987654321 qwerty123456789 polniypizdec110211
  12345678987654321 q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu lhbjkjubz2957704 1qazxsw23edcvfr4 nemvxyheqdd5oqxyxyzi
  1234qwerasdfzxcv q1w2e3r4t5y6u7i8o9p0 passwordstandard 1234567890qwerty 1234567890987654321 bpgjldsgjldthnf
  1qa2ws3ed4rf5tg qwertyuiop12345 1234567887654321 111222333444555 122333444455555 zxcvbnm123456789
  qwertasdfgzxcvb
  """

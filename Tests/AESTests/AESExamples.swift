/// The examples of FIPS 197, with every state and every word of the key expansion.
///
/// Appendix C is from the first edition (2001). The update of 2023 refers to NIST's "examples with intermediate values"
/// instead.
enum AESExamples {
  /// FIPS 197, appendix A: the words of the key expansion.
  static func keyExpansion(bitCount: Int) -> String {
    [128: keyExpansion128, 192: keyExpansion192, 256: keyExpansion256][bitCount] ?? ""
  }

  /// FIPS 197 (2001), appendix C: the states of one encryption, one on each line.
  static func rounds(bitCount: Int) -> String {
    [128: aes128, 192: aes192, 256: aes256][bitCount] ?? ""
  }

  /// FIPS 197, appendix A.1: the words of the key expansion; the first 4 are the key.
  static let keyExpansion128 = """
    2b7e1516 28aed2a6 abf71588 09cf4f3c a0fafe17 88542cb1 23a33939 2a6c7605
    f2c295f2 7a96b943 5935807a 7359f67f 3d80477d 4716fe3e 1e237e44 6d7a883b
    ef44a541 a8525b7f b671253b db0bad00 d4d1c6f8 7c839d87 caf2b8bc 11f915bc
    6d88a37a 110b3efd dbf98641 ca0093fd 4e54f70e 5f5fc9f3 84a64fb2 4ea6dc4f
    ead27321 b58dbad2 312bf560 7f8d292f ac7766f3 19fadc21 28d12941 575c006e
    d014f9a8 c9ee2589 e13f0cc8 b6630ca6
    """

  /// FIPS 197, appendix A.2: the words of the key expansion; the first 6 are the key.
  static let keyExpansion192 = """
    8e73b0f7 da0e6452 c810f32b 809079e5 62f8ead2 522c6b7b fe0c91f7 2402f5a5
    ec12068e 6c827f6b 0e7a95b9 5c56fec2 4db7b4bd 69b54118 85a74796 e92538fd
    e75fad44 bb095386 485af057 21efb14f a448f6d9 4d6dce24 aa326360 113b30e6
    a25e7ed5 83b1cf9a 27f93943 6a94f767 c0a69407 d19da4e1 ec1786eb 6fa64971
    485f7032 22cb8755 e26d1352 33f0b7b3 40beeb28 2f18a259 6747d26b 458c553e
    a7e1466c 9411f1df 821f750a ad07d753 ca400538 8fcc5006 282d166a bc3ce7b5
    e98ba06f 448c773c 8ecc7204 01002202
    """

  /// FIPS 197, appendix A.3: the words of the key expansion; the first 8 are the key.
  static let keyExpansion256 = """
    603deb10 15ca71be 2b73aef0 857d7781 1f352c07 3b6108d7 2d9810a3 0914dff4
    9ba35411 8e6925af a51a8b5f 2067fcde a8b09c1a 93d194cd be49846e b75d5b9a
    d59aecb8 5bf3c917 fee94248 de8ebe96 b5a9328a 2678a647 98312229 2f6c79b3
    812c81ad dadf48ba 24360af2 fab8b464 98c5bfc9 bebd198e 268c3ba7 09e04214
    68007bac b2df3316 96e939e4 6c518d80 c814e204 76a9fb8a 5025c02d 59c58239
    de136967 6ccc5a71 fa256395 9674ee15 5886ca5d 2e2f31d7 7e0af1fa 27cf73c3
    749c47ab 18501dda e2757e4f 7401905a cafaaae3 e4d59b34 9adf6ace bd10190d
    fe4890d1 e6188d0b 046df344 706c631e
    """

  /// FIPS 197, appendix B, as printed.
  ///
  /// Each round has four rows: the state at its start, after SubBytes, after ShiftRows and after MixColumns, and the
  /// round key. Round 10 has no MixColumns. The last four rows are the output.
  static let cipherExample = """
    19 a0 9a e9  d4 e0 b8 1e  d4 e0 b8 1e  04 e0 48 28  a0 88 23 2a
    3d f4 c6 f8  27 bf b4 41  bf b4 41 27  66 cb f8 06  fa 54 a3 6c
    e3 e2 8d 48  11 98 5d 52  5d 52 11 98  81 19 d3 26  fe 2c 39 76
    be 2b 2a 08  ae f1 e5 30  30 ae f1 e5  e5 9a 7a 4c  17 b1 39 05
    a4 68 6b 02  49 45 7f 77  49 45 7f 77  58 1b db 1b  f2 7a 59 73
    9c 9f 5b 6a  de db 39 02  db 39 02 de  4d 4b e7 6b  c2 96 35 59
    7f 35 ea 50  d2 96 87 53  87 53 d2 96  ca 5a ca b0  95 b9 80 f6
    f2 2b 43 49  89 f1 1a 3b  3b 89 f1 1a  f1 ac a8 e5  f2 43 7a 7f
    aa 61 82 68  ac ef 13 45  ac ef 13 45  75 20 53 bb  3d 47 1e 6d
    8f dd d2 32  73 c1 b5 23  c1 b5 23 73  ec 0b c0 25  80 16 23 7a
    5f e3 4a 46  cf 11 d6 5a  d6 5a cf 11  09 63 cf d0  47 fe 7e 88
    03 ef d2 9a  7b df b5 b8  b8 7b df b5  93 33 7c dc  7d 3e 44 3b
    48 67 4d d6  52 85 e3 f6  52 85 e3 f6  0f 60 6f 5e  ef a8 b6 db
    6c 1d e3 5f  50 a4 11 cf  a4 11 cf 50  d6 31 c0 b3  44 52 71 0b
    4e 9d b1 58  2f 5e c8 6a  c8 6a 2f 5e  da 38 10 13  a5 5b 25 ad
    ee 0d 38 e7  28 d7 07 94  94 28 d7 07  a9 bf 6b 01  41 7f 3b 00
    e0 c8 d9 85  e1 e8 35 97  e1 e8 35 97  25 bd b6 4c  d4 7c ca 11
    92 63 b1 b8  4f fb c8 6c  fb c8 6c 4f  d1 11 3a 4c  d1 83 f2 f9
    7f 63 35 be  d2 fb 96 ae  96 ae d2 fb  a9 d1 33 c0  c6 9d b8 15
    e8 c0 50 01  9b ba 53 7c  7c 9b ba 53  ad 68 8e b0  f8 87 bc bc
    f1 c1 7c 5d  a1 78 10 4c  a1 78 10 4c  4b 2c 33 37  6d 11 db ca
    00 92 c8 b5  63 4f e8 d5  4f e8 d5 63  86 4a 9d d2  88 0b f9 00
    6f 4c 8b d5  a8 29 3d 03  3d 03 a8 29  8d 89 f4 18  a3 3e 86 93
    55 ef 32 0c  fc df 23 fe  fe fc df 23  6d 80 e8 d8  7a fd 41 fd
    26 3d e8 fd  f7 27 9b 54  f7 27 9b 54  14 46 27 34  4e 5f 84 4e
    0e 41 64 d2  ab 83 43 b5  83 43 b5 ab  15 16 46 2a  54 5f a6 a6
    2e b7 72 8b  31 a9 40 3d  40 3d 31 a9  b5 15 56 d8  f7 c9 4f dc
    17 7d a9 25  f0 ff d3 3f  3f f0 ff d3  bf ec d7 43  0e f3 b2 4f
    5a 19 a3 7a  be d4 0a da  be d4 0a da  00 b1 54 fa  ea b5 31 7f
    41 49 e0 8c  83 3b e1 64  3b e1 64 83  51 c8 76 1b  d2 8d 2b 8d
    42 dc 19 04  2c 86 d4 f2  d4 f2 2c 86  2f 89 6d 99  73 ba f5 29
    b1 1f 65 0c  c8 c0 4d fe  fe c8 c0 4d  d1 ff cd ea  21 d2 60 2f
    ea 04 65 85  87 f2 4d 97  87 f2 4d 97  47 40 a3 4c  ac 19 28 57
    83 45 5d 96  ec 6e 4c 90  6e 4c 90 ec  37 d4 70 9f  77 fa d1 5c
    5c 33 98 b0  4a c3 46 e7  46 e7 4a c3  94 e4 3a 42  66 dc 29 00
    f0 2d ad c5  8c d8 95 a6  a6 8c d8 95  ed a5 a6 bc  f3 21 41 6e
    eb 59 8b 1b  e9 cb 3d af  e9 cb 3d af  d0 c9 e1 b6
    40 2e a1 c3  09 31 32 2e  31 32 2e 09  14 ee 3f 63
    f2 38 13 42  89 07 7d 2c  7d 2c 89 07  f9 25 0c 0c
    1e 84 e7 d2  72 5f 94 b5  b5 72 5f 94  a8 89 c8 a6
    39 02 dc 19
    25 dc 11 6a
    84 09 85 0b
    1d fb 97 32
    """

  /// FIPS 197 (2001), appendix C.1: AES-128, key 00 01 … 0f.
  static let aes128 = """
    round[ 0].input 00112233445566778899aabbccddeeff
    round[ 0].k_sch 000102030405060708090a0b0c0d0e0f
    round[ 1].start 00102030405060708090a0b0c0d0e0f0
    round[ 1].s_box 63cab7040953d051cd60e0e7ba70e18c
    round[ 1].s_row 6353e08c0960e104cd70b751bacad0e7
    round[ 1].m_col 5f72641557f5bc92f7be3b291db9f91a
    round[ 1].k_sch d6aa74fdd2af72fadaa678f1d6ab76fe
    round[ 2].start 89d810e8855ace682d1843d8cb128fe4
    round[ 2].s_box a761ca9b97be8b45d8ad1a611fc97369
    round[ 2].s_row a7be1a6997ad739bd8c9ca451f618b61
    round[ 2].m_col ff87968431d86a51645151fa773ad009
    round[ 2].k_sch b692cf0b643dbdf1be9bc5006830b3fe
    round[ 3].start 4915598f55e5d7a0daca94fa1f0a63f7
    round[ 3].s_box 3b59cb73fcd90ee05774222dc067fb68
    round[ 3].s_row 3bd92268fc74fb735767cbe0c0590e2d
    round[ 3].m_col 4c9c1e66f771f0762c3f868e534df256
    round[ 3].k_sch b6ff744ed2c2c9bf6c590cbf0469bf41
    round[ 4].start fa636a2825b339c940668a3157244d17
    round[ 4].s_box 2dfb02343f6d12dd09337ec75b36e3f0
    round[ 4].s_row 2d6d7ef03f33e334093602dd5bfb12c7
    round[ 4].m_col 6385b79ffc538df997be478e7547d691
    round[ 4].k_sch 47f7f7bc95353e03f96c32bcfd058dfd
    round[ 5].start 247240236966b3fa6ed2753288425b6c
    round[ 5].s_box 36400926f9336d2d9fb59d23c42c3950
    round[ 5].s_row 36339d50f9b539269f2c092dc4406d23
    round[ 5].m_col f4bcd45432e554d075f1d6c51dd03b3c
    round[ 5].k_sch 3caaa3e8a99f9deb50f3af57adf622aa
    round[ 6].start c81677bc9b7ac93b25027992b0261996
    round[ 6].s_box e847f56514dadde23f77b64fe7f7d490
    round[ 6].s_row e8dab6901477d4653ff7f5e2e747dd4f
    round[ 6].m_col 9816ee7400f87f556b2c049c8e5ad036
    round[ 6].k_sch 5e390f7df7a69296a7553dc10aa31f6b
    round[ 7].start c62fe109f75eedc3cc79395d84f9cf5d
    round[ 7].s_box b415f8016858552e4bb6124c5f998a4c
    round[ 7].s_row b458124c68b68a014b99f82e5f15554c
    round[ 7].m_col c57e1c159a9bd286f05f4be098c63439
    round[ 7].k_sch 14f9701ae35fe28c440adf4d4ea9c026
    round[ 8].start d1876c0f79c4300ab45594add66ff41f
    round[ 8].s_box 3e175076b61c04678dfc2295f6a8bfc0
    round[ 8].s_row 3e1c22c0b6fcbf768da85067f6170495
    round[ 8].m_col baa03de7a1f9b56ed5512cba5f414d23
    round[ 8].k_sch 47438735a41c65b9e016baf4aebf7ad2
    round[ 9].start fde3bad205e5d0d73547964ef1fe37f1
    round[ 9].s_box 5411f4b56bd9700e96a0902fa1bb9aa1
    round[ 9].s_row 54d990a16ba09ab596bbf40ea111702f
    round[ 9].m_col e9f74eec023020f61bf2ccf2353c21c7
    round[ 9].k_sch 549932d1f08557681093ed9cbe2c974e
    round[10].start bd6e7c3df2b5779e0b61216e8b10b689
    round[10].s_box 7a9f102789d5f50b2beffd9f3dca4ea7
    round[10].s_row 7ad5fda789ef4e272bca100b3d9ff59f
    round[10].k_sch 13111d7fe3944a17f307a78b4d2b30c5
    round[10].output 69c4e0d86a7b0430d8cdb78070b4c55a
    """

  /// FIPS 197 (2001), appendix C.2: AES-192, key 00 01 … 17.
  static let aes192 = """
    round[ 0].input 00112233445566778899aabbccddeeff
    round[ 0].k_sch 000102030405060708090a0b0c0d0e0f
    round[ 1].start 00102030405060708090a0b0c0d0e0f0
    round[ 1].s_box 63cab7040953d051cd60e0e7ba70e18c
    round[ 1].s_row 6353e08c0960e104cd70b751bacad0e7
    round[ 1].m_col 5f72641557f5bc92f7be3b291db9f91a
    round[ 1].k_sch 10111213141516175846f2f95c43f4fe
    round[ 2].start 4f63760643e0aa85aff8c9d041fa0de4
    round[ 2].s_box 84fb386f1ae1ac977941dd70832dd769
    round[ 2].s_row 84e1dd691a41d76f792d389783fbac70
    round[ 2].m_col 9f487f794f955f662afc86abd7f1ab29
    round[ 2].k_sch 544afef55847f0fa4856e2e95c43f4fe
    round[ 3].start cb02818c17d2af9c62aa64428bb25fd7
    round[ 3].s_box 1f770c64f0b579deaaac432c3d37cf0e
    round[ 3].s_row 1fb5430ef0accf64aa370cde3d77792c
    round[ 3].m_col b7a53ecbbf9d75a0c40efc79b674cc11
    round[ 3].k_sch 40f949b31cbabd4d48f043b810b7b342
    round[ 4].start f75c7778a327c8ed8cfebfc1a6c37f53
    round[ 4].s_box 684af5bc0acce85564bb0878242ed2ed
    round[ 4].s_row 68cc08ed0abbd2bc642ef555244ae878
    round[ 4].m_col 7a1e98bdacb6d1141a6944dd06eb2d3e
    round[ 4].k_sch 58e151ab04a2a5557effb5416245080c
    round[ 5].start 22ffc916a81474416496f19c64ae2532
    round[ 5].s_box 9316dd47c2fa92834390a1de43e43f23
    round[ 5].s_row 93faa123c2903f4743e4dd83431692de
    round[ 5].m_col aaa755b34cffe57cef6f98e1f01c13e6
    round[ 5].k_sch 2ab54bb43a02f8f662e3a95d66410c08
    round[ 6].start 80121e0776fd1d8a8d8c31bc965d1fee
    round[ 6].s_box cdc972c53854a47e5d64c765904cc028
    round[ 6].s_row cd54c7283864c0c55d4c727e90c9a465
    round[ 6].m_col 921f748fd96e937d622d7725ba8ba50c
    round[ 6].k_sch f501857297448d7ebdf1c6ca87f33e3c
    round[ 7].start 671ef1fd4e2a1e03dfdcb1ef3d789b30
    round[ 7].s_box 8572a1542fe5727b9e86c8df27bc1404
    round[ 7].s_row 85e5c8042f8614549ebca17b277272df
    round[ 7].m_col e913e7b18f507d4b227ef652758acbcc
    round[ 7].k_sch e510976183519b6934157c9ea351f1e0
    round[ 8].start 0c0370d00c01e622166b8accd6db3a2c
    round[ 8].s_box fe7b5170fe7c8e93477f7e4bf6b98071
    round[ 8].s_row fe7c7e71fe7f807047b95193f67b8e4b
    round[ 8].m_col 6cf5edf996eb0a069c4ef21cbfc25762
    round[ 8].k_sch 1ea0372a995309167c439e77ff12051e
    round[ 9].start 7255dad30fb80310e00d6c6b40d0527c
    round[ 9].s_box 40fc5766766c7bcae1d7507f09700010
    round[ 9].s_row 406c501076d70066e17057ca09fc7b7f
    round[ 9].m_col 7478bcdce8a50b81d4327a9009188262
    round[ 9].k_sch dd7e0e887e2fff68608fc842f9dcc154
    round[10].start a906b254968af4e9b4bdb2d2f0c44336
    round[10].s_box d36f3720907ebf1e8d7a37b58c1c1a05
    round[10].s_row d37e3705907a1a208d1c371e8c6fbfb5
    round[10].m_col 0d73cc2d8f6abe8b0cf2dd9bb83d422e
    round[10].k_sch 859f5f237a8d5a3dc0c02952beefd63a
    round[11].start 88ec930ef5e7e4b6cc32f4c906d29414
    round[11].s_box c4cedcabe694694e4b23bfdd6fb522fa
    round[11].s_row c494bffae62322ab4bb5dc4e6fce69dd
    round[11].m_col 71d720933b6d677dc00b8f28238e0fb7
    round[11].k_sch de601e7827bcdf2ca223800fd8aeda32
    round[12].start afb73eeb1cd1b85162280f27fb20d585
    round[12].s_box 79a9b2e99c3e6cd1aa3476cc0fb70397
    round[12].s_row 793e76979c3403e9aab7b2d10fa96ccc
    round[12].k_sch a4970a331a78dc09c418c271e3a41d5d
    round[12].output dda97ca4864cdfe06eaf70a0ec0d7191
    """

  /// FIPS 197 (2001), appendix C.3: AES-256, key 00 01 … 1f.
  static let aes256 = """
    round[ 0].input 00112233445566778899aabbccddeeff
    round[ 0].k_sch 000102030405060708090a0b0c0d0e0f
    round[ 1].start 00102030405060708090a0b0c0d0e0f0
    round[ 1].s_box 63cab7040953d051cd60e0e7ba70e18c
    round[ 1].s_row 6353e08c0960e104cd70b751bacad0e7
    round[ 1].m_col 5f72641557f5bc92f7be3b291db9f91a
    round[ 1].k_sch 101112131415161718191a1b1c1d1e1f
    round[ 2].start 4f63760643e0aa85efa7213201a4e705
    round[ 2].s_box 84fb386f1ae1ac97df5cfd237c49946b
    round[ 2].s_row 84e1fd6b1a5c946fdf4938977cfbac23
    round[ 2].m_col bd2a395d2b6ac438d192443e615da195
    round[ 2].k_sch a573c29fa176c498a97fce93a572c09c
    round[ 3].start 1859fbc28a1c00a078ed8aadc42f6109
    round[ 3].s_box adcb0f257e9c63e0bc557e951c15ef01
    round[ 3].s_row ad9c7e017e55ef25bc150fe01ccb6395
    round[ 3].m_col 810dce0cc9db8172b3678c1e88a1b5bd
    round[ 3].k_sch 1651a8cd0244beda1a5da4c10640bade
    round[ 4].start 975c66c1cb9f3fa8a93a28df8ee10f63
    round[ 4].s_box 884a33781fdb75c2d380349e19f876fb
    round[ 4].s_row 88db34fb1f807678d3f833c2194a759e
    round[ 4].m_col b2822d81abe6fb275faf103a078c0033
    round[ 4].k_sch ae87dff00ff11b68a68ed5fb03fc1567
    round[ 5].start 1c05f271a417e04ff921c5c104701554
    round[ 5].s_box 9c6b89a349f0e18499fda678f2515920
    round[ 5].s_row 9cf0a62049fd59a399518984f26be178
    round[ 5].m_col aeb65ba974e0f822d73f567bdb64c877
    round[ 5].k_sch 6de1f1486fa54f9275f8eb5373b8518d
    round[ 6].start c357aae11b45b7b0a2c7bd28a8dc99fa
    round[ 6].s_box 2e5bacf8af6ea9e73ac67a34c286ee2d
    round[ 6].s_row 2e6e7a2dafc6eef83a86ace7c25ba934
    round[ 6].m_col b951c33c02e9bd29ae25cdb1efa08cc7
    round[ 6].k_sch c656827fc9a799176f294cec6cd5598b
    round[ 7].start 7f074143cb4e243ec10c815d8375d54c
    round[ 7].s_box d2c5831a1f2f36b278fe0c4cec9d0329
    round[ 7].s_row d22f0c291ffe031a789d83b2ecc5364c
    round[ 7].m_col ebb19e1c3ee7c9e87d7535e9ed6b9144
    round[ 7].k_sch 3de23a75524775e727bf9eb45407cf39
    round[ 8].start d653a4696ca0bc0f5acaab5db96c5e7d
    round[ 8].s_box f6ed49f950e06576be74624c565058ff
    round[ 8].s_row f6e062ff507458f9be50497656ed654c
    round[ 8].m_col 5174c8669da98435a8b3e62ca974a5ea
    round[ 8].k_sch 0bdc905fc27b0948ad5245a4c1871c2f
    round[ 9].start 5aa858395fd28d7d05e1a38868f3b9c5
    round[ 9].s_box bec26a12cfb55dff6bf80ac4450d56a6
    round[ 9].s_row beb50aa6cff856126b0d6aff45c25dc4
    round[ 9].m_col 0f77ee31d2ccadc05430a83f4ef96ac3
    round[ 9].k_sch 45f5a66017b2d387300d4d33640a820a
    round[10].start 4a824851c57e7e47643de50c2af3e8c9
    round[10].s_box d61352d1a6f3f3a04327d9fee50d9bdd
    round[10].s_row d6f3d9dda6279bd1430d52a0e513f3fe
    round[10].m_col bd86f0ea748fc4f4630f11c1e9331233
    round[10].k_sch 7ccff71cbeb4fe5413e6bbf0d261a7df
    round[11].start c14907f6ca3b3aa070e9aa313b52b5ec
    round[11].s_box 783bc54274e280e0511eacc7e200d5ce
    round[11].s_row 78e2acce741ed5425100c5e0e23b80c7
    round[11].m_col af8690415d6e1dd387e5fbedd5c89013
    round[11].k_sch f01afafee7a82979d7a5644ab3afe640
    round[12].start 5f9c6abfbac634aa50409fa766677653
    round[12].s_box cfde0208f4b418ac5309db5c338538ed
    round[12].s_row cfb4dbedf4093808538502ac33de185c
    round[12].m_col 7427fae4d8a695269ce83d315be0392b
    round[12].k_sch 2541fe719bf500258813bbd55a721c0a
    round[13].start 516604954353950314fb86e401922521
    round[13].s_box d133f22a1aed2a7bfa0f44697c4f3ffd
    round[13].s_row d1ed44fd1a0f3f2afa4ff27b7c332a69
    round[13].m_col 2c21a820306f154ab712c75eee0da04f
    round[13].k_sch 4e5a6699a9f24fe07e572baacdf8cdea
    round[14].start 627bceb9999d5aaac945ecf423f56da5
    round[14].s_box aa218b56ee5ebeacdd6ecebf26e63c06
    round[14].s_row aa5ece06ee6e3c56dde68bac2621bebf
    round[14].k_sch 24fc79ccbf0979e9371ac23c6d68de36
    round[14].output 8ea2b7ca516745bfeafc49904b496089
    """
}
